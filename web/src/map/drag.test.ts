// @vitest-environment jsdom
import { expect, test } from "vitest";
import { Drag } from "./drag";

function table() {
  const told: string[] = [];
  const drag = new Drag({
    grip: () => [7],
    grab: (pieces) => told.push(`grab ${pieces}`),
    over: () => undefined,
    drop: (x, y) => told.push(`drop ${x},${y}`),
    release: () => told.push("release"),
    rest: () => undefined,
  });
  const host = Object.assign(document.createElement("div"), { setPointerCapture: () => undefined });
  const event = (x: number, y: number, pointer = 1) =>
    ({ pointerId: pointer, pointerType: "mouse", button: 0, ctrlKey: false, metaKey: false, shiftKey: false, target: host, clientX: x, clientY: y }) as unknown as PointerEvent;
  return { told, drag, host, event };
}

test("a press whose end nobody heard of does not swallow the next", () => {
  const { told, drag, host, event } = table();
  drag.down(event(5, 5)); // a panel comes up under the pointer, and the button is let go over that
  drag.down(event(50, 50));
  drag.move(event(80, 80), host);
  drag.up(event(80, 80));
  expect(told).toEqual(["grab 7", "drop 80,80"]);
  expect(drag.holds).toBe(false);
});

test("a second finger lets go what the first has hold of", () => {
  const { told, drag, host, event } = table();
  drag.down(event(5, 5, 1));
  drag.move(event(30, 30, 1), host);
  drag.down(event(90, 90, 2));
  drag.up(event(30, 30, 1));
  expect(told).toEqual(["grab 7", "release"]);
});
