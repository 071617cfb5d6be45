// What marching and dragging need of the game they happen in.
import type { FromClient, Look, Scene } from "../wire/types";
import type { Answer, Question } from "./choices";

export interface Ground {
  readonly scene: Scene | null;
  readonly look: Look;
  readonly at: number;
  readonly undo: number;
  readonly myTurn: boolean;
  readonly mySide: number | null;
  /** What is taken up already, and whether more is about to be. */
  readonly hand: Answer[];
  readonly reaching: boolean;
  act: (answer: Answer) => void;
  lifts: (answer: Answer) => boolean;
  lift: (answers: Answer[]) => void;
  putDown: () => void;
  ask: (question: Question, place: number) => void;
  send: (message: FromClient) => void;
}
