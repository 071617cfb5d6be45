// NATO symbols, drawn when the client was built.
import drawn from "virtual:symbols";

/** The inside of a symbol around its middle, 27 by 18 units, for a MIL-STD-2525 code such as `SFGPUCA---*****`. */
export function symbol(code: string): string {
  return drawn[code.slice(4, 10)] ?? `<rect x="-13.5" y="-9" width="27" height="18" fill="none" stroke="currentColor" stroke-width="1.4"/>`;
}
