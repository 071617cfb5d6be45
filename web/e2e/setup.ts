// The servers that files of tests play at: one for each that runs at a time, so that no computer thinks while another file waits.
import type { TestProject } from "vitest/node";
import { Server } from "./server";

declare module "vitest" {
  export interface ProvidedContext {
    addresses: string[];
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const servers = await Promise.all(Array.from({ length: project.vitest.config.maxWorkers }, () => new Server().start()));
  project.provide("addresses", servers.map((server) => server.address));
  return async () => void (await Promise.all(servers.map((server) => server.stop())));
}
