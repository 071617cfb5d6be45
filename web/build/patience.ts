// What a browser test may not do: judge by a single look at the page, or sleep. A page says what it says when it has got there,
// sooner on one machine than on another: `expect.poll` asks again until it is so, and `settled` reads when nothing stirs.
import ts from "typescript";

/** What looks at a page once. */
const READS = new Set([
  ...["innerText", "allInnerTexts", "textContent", "allTextContents", "innerHTML", "getAttribute", "inputValue", "count", "boundingBox", "evaluate", "evaluateAll", "title", "url"],
  ...["isVisible", "isHidden", "isChecked", "isDisabled", "isEnabled", "isEditable"],
  ...["prompt", "log", "board", "spot", "quiet"],
]);
/** What waits for something and then reads that, and an evening that is played. */
const WAITS = new Set(["settled", "waitForFunction", "poll", "evening"]);

/** The name by which a function or method is called. */
const nameOf = (call: ts.CallExpression): string => (ts.isPropertyAccessExpression(call.expression) ? call.expression.name.text : ts.isIdentifier(call.expression) ? call.expression.text : "");

function some(node: ts.Node, wanted: (node: ts.Node) => boolean): boolean {
  return wanted(node) || ts.forEachChild(node, (child) => some(child, wanted) || undefined) === true;
}

/** Whether a part of a program looks at a page once; `more` are functions of the file that do. */
function looks(node: ts.Node, more: ReadonlySet<string>): boolean {
  if (ts.isCallExpression(node)) {
    const name = nameOf(node);
    if (WAITS.has(name)) return false;
    if (READS.has(name) || more.has(name)) return true;
  }
  return ts.forEachChild(node, (child) => looks(child, more) || undefined) === true;
}

/** The name that a chain of calls begins with. */
function rootOf(node: ts.Expression): string {
  let now: ts.Expression = node;
  while (ts.isCallExpression(now) || ts.isPropertyAccessExpression(now) || ts.isParenthesizedExpression(now) || ts.isNonNullExpression(now)) now = now.expression;
  return ts.isIdentifier(now) ? now.text : "";
}

const names = (binding: ts.BindingName): string[] => (ts.isIdentifier(binding) ? [binding.text] : binding.elements.flatMap((one) => (ts.isBindingElement(one) ? names(one.name) : [])));

/** Functions of a file that look at a page once, by name. */
function readers(file: ts.SourceFile): Set<string> {
  const found = new Set<string>();
  for (let before = -1; before < found.size; ) {
    before = found.size;
    const visit = (node: ts.Node): void => {
      if (ts.isFunctionDeclaration(node) && node.name && node.body && looks(node.body, found)) found.add(node.name.text);
      if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer && ts.isArrowFunction(node.initializer) && looks(node.initializer.body, found)) found.add(node.name.text);
      ts.forEachChild(node, visit);
    };
    visit(file);
  }
  return found;
}

/** Names within a part of a file for what was seen in a single look, or made of it. */
function glimpses(part: ts.Node, more: ReadonlySet<string>): Set<string> {
  const found = new Set<string>();
  const made = (of: ts.Node): boolean => (some(of, ts.isAwaitExpression) && looks(of, more)) || (!ts.isFunctionLike(of) && !some(of, ts.isAwaitExpression) && some(of, (one) => ts.isIdentifier(one) && found.has(one.text)));
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && node.initializer && made(node.initializer)) for (const name of names(node.name)) found.add(name);
    if (ts.isForOfStatement(node) && ts.isVariableDeclarationList(node.initializer) && made(node.expression)) for (const one of node.initializer.declarations) for (const name of names(one.name)) found.add(name);
    if (ts.isBinaryExpression(node) && ts.isIdentifier(node.left) && node.operatorToken.kind >= ts.SyntaxKind.FirstAssignment && node.operatorToken.kind <= ts.SyntaxKind.LastAssignment && made(node.right)) found.add(node.left.text);
    if (ts.isCallExpression(node) && nameOf(node) === "push" && node.arguments.some(made)) found.add(rootOf(node));
    ts.forEachChild(node, visit);
  };
  for (let before = -1; before < found.size; ) {
    before = found.size;
    visit(part);
  }
  return found;
}

/** What is wrong with a browser test, line by line. */
export function impatient(text: string, name = "a.test.ts"): string[] {
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  const more = readers(file);
  const found: string[] = [];
  const fault = (node: ts.Node, what: string) => found.push(`${name}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1} ${what}`);
  const judge = (node: ts.Node, seen: ReadonlySet<string>): void => {
    if (ts.isCallExpression(node)) {
      const called = nameOf(node);
      const [first, delay] = node.arguments;
      if (called === "waitForTimeout" || (called === "setTimeout" && !(delay !== undefined && ts.isNumericLiteral(delay) && delay.text === "0"))) fault(node, "sleeps: wait for what is to come");
      const plain = ts.isIdentifier(node.expression) && called === "expect";
      if (plain && first && some(first, ts.isAwaitExpression)) fault(node, "reads the page once: await expect.poll(() => …)");
      else if (plain && first && !ts.isFunctionLike(first) && some(first, (one) => ts.isIdentifier(one) && seen.has(one.text))) fault(node, "judges by a single look: await expect.poll(() => …), or read it with settled()");
      if (!plain && /^expect\b/.test(rootOf(node)) && !["poll", "expect"].includes(called) && node.arguments.some((one) => some(one, ts.isAwaitExpression))) fault(node, "compares with a single look: read it with settled() before");
    }
    ts.forEachChild(node, (child) => judge(child, seen));
  };
  for (const part of file.statements) judge(part, glimpses(part, more));
  return found;
}
