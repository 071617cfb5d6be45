// The server that all files of tests play at, as a house has many tables.
import type { TestProject } from "vitest/node";
import { Server } from "./server";

declare module "vitest" {
  export interface ProvidedContext {
    address: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await new Server().start();
  project.provide("address", server.address);
  return () => server.stop();
}
