// What a browser test may not do: judge by a single look at the page, or sleep. A page says what it says when it has got there,
// sooner on one machine than on another: `expect.poll` asks again until it is so, and `settled` reads when nothing stirs.
import ts from "typescript";

/** What looks at a page once. */
const READS = new Set([
  ...["innerText", "allInnerTexts", "textContent", "allTextContents", "innerHTML", "getAttribute", "inputValue", "count", "boundingBox", "title", "content", "ariaSnapshot", "screenshot"],
  ...["evaluate", "evaluateAll", "evaluateHandle", "$", "$$", "$eval", "$$eval", "elementHandle", "elementHandles"],
  ...["isVisible", "isHidden", "isChecked", "isDisabled", "isEnabled", "isEditable"],
  ...["prompt", "log", "board", "spot", "quiet"],
]);
/** What waits for something and then reads that, and an evening that is played. */
const WAITS = new Set(["settled", "waitForFunction", "poll", "evening"]);
/** What passes the time and nothing else. */
const SLEEPS = new Set(["waitForTimeout", "setInterval", "scheduler.wait", "Atomics.wait"]);

/** The name by which a function or method is called. */
const nameOf = (call: ts.CallExpression): string => (ts.isPropertyAccessExpression(call.expression) ? call.expression.name.text : ts.isIdentifier(call.expression) ? call.expression.text : "");

function some(node: ts.Node, wanted: (node: ts.Node) => boolean): boolean {
  return wanted(node) || ts.forEachChild(node, (child) => some(child, wanted) || undefined) === true;
}

/** Whether a call looks at the page by itself: `all` only without arguments, for `Promise.all` has some. */
const reads = (call: ts.CallExpression, name: string): boolean => READS.has(name) || (["all", "url"].includes(name) && call.arguments.length === 0);

/** Whether a part of a program looks at a page once; `more` are functions of the file that do. */
function looks(node: ts.Node, more: ReadonlySet<string>): boolean {
  if (ts.isCallExpression(node)) {
    const name = nameOf(node);
    if (WAITS.has(name)) return false;
    if (reads(node, name) || more.has(name)) return true;
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

/** Functions and methods of a file that look at a page once, by name; `more` are those of other files. */
function readers(file: ts.SourceFile, more: Iterable<string> = []): Set<string> {
  const found = new Set<string>(more);
  const body = (node: ts.Node): ts.Node | undefined => {
    const made = ts.isVariableDeclaration(node) || ts.isPropertyAssignment(node) || ts.isPropertyDeclaration(node) ? node.initializer : node;
    if (made === undefined || !(ts.isFunctionDeclaration(made) || ts.isMethodDeclaration(made) || ts.isArrowFunction(made) || ts.isFunctionExpression(made))) return undefined;
    return /void|unknown/.test(made.type?.getText() ?? "") ? undefined : made.body; // what gives nothing back has nothing to be judged
  };
  for (let before = -1; before < found.size; ) {
    before = found.size;
    const visit = (node: ts.Node): void => {
      const inside = body(node);
      const name = (node as ts.NamedDeclaration).name;
      if (inside !== undefined && name !== undefined && ts.isIdentifier(name) && !WAITS.has(name.text) && looks(inside, found)) found.add(name.text);
      ts.forEachChild(node, visit);
    };
    visit(file);
  }
  return found;
}

/** Names of a file for what was seen in a single look, or made of it, as far as they are given in a part of it. */
function glimpses(part: ts.Node, more: ReadonlySet<string>, known: ReadonlySet<string> = new Set()): Set<string> {
  const found = new Set<string>(known);
  const named = (node: ts.Node): boolean => ts.isIdentifier(node) && found.has(node.text);
  const looked = (of: ts.Node): boolean => (some(of, ts.isAwaitExpression) || some(of, (one) => ts.isCallExpression(one) && nameOf(one) === "url")) && looks(of, more);
  const made = (of: ts.Node): boolean => looked(of) || (!ts.isFunctionLike(of) && !some(of, ts.isAwaitExpression) && some(of, named));
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && node.initializer && made(node.initializer)) for (const name of names(node.name)) found.add(name);
    if (ts.isForOfStatement(node) && ts.isVariableDeclarationList(node.initializer) && made(node.expression)) for (const one of node.initializer.declarations) for (const name of names(one.name)) found.add(name);
    if (ts.isBinaryExpression(node) && node.operatorToken.kind >= ts.SyntaxKind.FirstAssignment && node.operatorToken.kind <= ts.SyntaxKind.LastAssignment && made(node.right)) found.add(rootOf(node.left));
    if (ts.isCallExpression(node) && nameOf(node) === "push" && node.arguments.some(made)) found.add(rootOf(node));
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression) && nameOf(node) === "then" && looks(node.expression.expression, more))
      for (const told of node.arguments) if (ts.isFunctionLike(told)) for (const one of told.parameters) for (const name of names(one.name)) found.add(name);
    ts.forEachChild(node, visit);
  };
  for (let before = -1; before < found.size; ) {
    before = found.size;
    visit(part);
  }
  found.delete("");
  return found;
}

/** The names that a whole file knows. */
const shared = (file: ts.SourceFile): Set<string> => new Set(file.statements.filter(ts.isVariableStatement).flatMap(({ declarationList }) => declarationList.declarations.flatMap(({ name }) => names(name))));

/** What a file gives to others that looks at a page once. */
export function lookers(text: string): string[] {
  const file = ts.createSourceFile("a.ts", text, ts.ScriptTarget.Latest, true);
  const given = (node: ts.Statement): boolean => ts.canHaveModifiers(node) && (ts.getModifiers(node) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
  const out = new Set(file.statements.filter(given).flatMap((one) => (ts.isVariableStatement(one) ? one.declarationList.declarations.flatMap(({ name }) => names(name)) : ts.isFunctionDeclaration(one) && one.name ? [one.name.text] : [])));
  return [...readers(file)].filter((name) => out.has(name));
}

/** What is wrong with a browser test, line by line; `imported` look at a page once. */
export function impatient(text: string, name = "a.test.ts", imported: Iterable<string> = []): string[] {
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  const more = readers(file, imported);
  const everywhere = new Set([...glimpses(file, more)].filter((one) => shared(file).has(one)));
  const found: string[] = [];
  const fault = (node: ts.Node, what: string) => found.push(`${name}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1} ${what}`);
  const judge = (node: ts.Node, seen: ReadonlySet<string>): void => {
    if (ts.isImportDeclaration(node) && /^["'](node:)?timers/.test(node.moduleSpecifier.getText())) fault(node, "sleeps: wait for what is to come");
    if (ts.isCallExpression(node)) {
      const called = nameOf(node);
      const delay = node.arguments[1];
      const root = rootOf(node);
      if (SLEEPS.has(called) || SLEEPS.has(`${root}.${called}`) || (called === "setTimeout" && !(delay !== undefined && ts.isNumericLiteral(delay) && delay.text === "0"))) fault(node, "sleeps: wait for what is to come");
      const plain = ["expect", "assert"].includes(called) || (root === "assert" && ts.isPropertyAccessExpression(node.expression)) || (root === "expect" && called === "soft");
      const judged = root === "assert" ? node.arguments : node.arguments.slice(0, 1);
      const once = (one: ts.Expression): boolean => some(one, ts.isAwaitExpression) || (!ts.isFunctionLike(one) && looks(one, more));
      const glimpsed = (one: ts.Expression): boolean => !ts.isFunctionLike(one) && some(one, (part) => ts.isIdentifier(part) && seen.has(part.text));
      if (plain && judged.some(once)) fault(node, "reads the page once: await expect.poll(() => …)");
      else if (plain && judged.some(glimpsed)) fault(node, "judges by a single look: await expect.poll(() => …), or read it with settled()");
      if (!plain && root === "expect" && !["poll", "expect"].includes(called) && node.arguments.some((one) => some(one, ts.isAwaitExpression))) fault(node, "compares with a single look: read it with settled() before");
    }
    ts.forEachChild(node, (child) => judge(child, seen));
  };
  for (const part of file.statements) judge(part, glimpses(part, more, everywhere));
  return found;
}
