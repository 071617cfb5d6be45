// The line to a game: opens again by itself when it breaks.
import { language } from "../words/language";
import type { FromClient, ToClient } from "./types";

export type LineState = "connecting" | "open" | "lost" | "refused";

export class Line {
  #socket: WebSocket | null = null;
  #tries = 0;
  #closed = false;
  #timer = 0;

  constructor(
    private readonly token: string,
    private readonly heard: (message: ToClient) => void,
    private readonly changed: (state: LineState) => void,
  ) {
    this.#open();
  }

  #open(): void {
    this.changed(this.#tries === 0 ? "connecting" : "lost");
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/play/${encodeURIComponent(this.token)}?lang=${language}`);
    this.#socket = socket;
    socket.onopen = () => {
      this.#tries = 0;
      this.changed("open");
    };
    socket.onmessage = (event) => this.heard(JSON.parse(String(event.data)) as ToClient);
    socket.onclose = (event) => {
      if (this.#closed || socket !== this.#socket) return;
      // No such game, or a limit that trying again at once would only meet again.
      if (event.code === 4404 || event.code === 4429) {
        this.changed("refused");
        return;
      }
      this.#tries += 1;
      this.changed("lost");
      this.#timer = window.setTimeout(() => this.#open(), Math.min(300 * 1.7 ** this.#tries, 8000));
    };
  }

  /** Whether the message went out; it does not while the line is down. */
  say(message: FromClient): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#socket?.close();
  }
}
