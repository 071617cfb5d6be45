// The letters of the printed sheet: asked for when the page opens, so that the sheet is drawn once and in its own letters.

/** The faces of the sheet. */
const FACES = ["16px", "italic 16px", "700 16px"].map((face) => `${face} "Old Standard TT"`).concat('600 16px "Barlow Condensed"');

/** Fetch the letters; true when they are there already, or where a page knows no letters of its own. */
export function lettersHere(arrived?: () => void): boolean {
  const fonts: FontFaceSet | undefined = document.fonts;
  if (fonts === undefined || FACES.every((face) => fonts.check(face))) return true;
  void Promise.allSettled(FACES.map((face) => fonts.load(face))).then(arrived);
  return false;
}
