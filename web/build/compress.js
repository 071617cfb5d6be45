// Compresses the built files beside themselves, so that the server need not, and says how large they are.
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const root = fileURLToPath(new URL("../../src/ardennes/server/static", import.meta.url));
let total = 0;
for (const file of readdirSync(root, { recursive: true }).map((name) => join(root, String(name)))) {
  if (!statSync(file).isFile() || file.endsWith(".gz")) continue;
  const plain = readFileSync(file);
  const packed = /\.(js|css|html|svg|json)$/.test(file) ? gzipSync(plain, { level: 9 }) : plain;
  if (packed !== plain) writeFileSync(file + ".gz", packed);
  total += packed.length;
  console.log(`${String(packed.length).padStart(8)}  ${relative(root, file)}`);
}
console.log(`${String(total).padStart(8)}  in all, as they travel`);
