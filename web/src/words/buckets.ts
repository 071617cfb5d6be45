// A distribution in as few columns as can be read side by side.

export interface Bucket {
  low: number;
  high: number;
  chance: number;
}

/** Less than this is not drawn. */
const NOTHING = 0.0005;

/** Chances of 0, 1, 2 … in at most so many columns. Nothing left keeps a column of its own; ends that cannot be are left out. */
export function buckets(left: readonly number[], most = 7): Bucket[] {
  const likely = left.flatMap((chance, n) => (n > 0 && chance >= NOTHING ? [n] : []));
  const found: Bucket[] = (left[0] ?? 0) >= NOTHING ? [{ low: 0, high: 0, chance: left[0] ?? 0 }] : [];
  const [first, last] = [likely[0], likely.at(-1)];
  if (first === undefined || last === undefined) return found;
  const width = Math.ceil((last - first + 1) / (most - found.length));
  for (let high = last; high >= first; high -= width) {
    const low = Math.max(high - width + 1, first);
    let chance = 0;
    for (let n = low; n <= high; n += 1) chance += left[n] ?? 0;
    found.splice((left[0] ?? 0) >= NOTHING ? 1 : 0, 0, { low, high, chance });
  }
  return found;
}

export const range = ({ low, high }: Bucket): string => (low === high ? String(low) : `${low}–${high}`);
