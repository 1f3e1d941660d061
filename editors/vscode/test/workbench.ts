// Runs in the extension host of VS Code, in the folder that scripts/test.mjs makes: the commands of the editor against
// the real server. Writes a line for each check, beginning with ok or FAILED.
import assert from "node:assert/strict";
import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as vscode from "vscode";

const result = process.env["LEXSMITH_RESULT"]!;
/** Where the program writes when it starts, and its exit status when it ends. */
const lives = process.env["LEXSMITH_LIVES"]!;

const folder = vscode.workspace.workspaceFolders![0]!.uri;
const file = (name: string) => vscode.Uri.joinPath(folder, name);
const map = file("lexicons/com/example/map.json");
const defs = file("lexicons/com/example/defs.json");

const checks: [name: string, check: () => Promise<void>][] = [];
const check = (name: string, run: () => Promise<void>) => checks.push([name, run]);

export async function run(): Promise<void> {
  let failed = 0;
  for (const [name, run] of checks) {
    try {
      await run();
      appendFileSync(result, `ok       ${name}\n`);
    } catch (problem) {
      failed++;
      appendFileSync(
        result,
        `FAILED   ${name}: ${problem instanceof Error ? (problem.stack ?? problem.message) : problem}\n`,
      );
    }
    for (const uri of [map, defs]) await revert(uri);
  }
  appendFileSync(result, "done\n");
  if (failed > 0) throw new Error(`${failed} checks failed`);
}

/** until waits for a value that is not undefined or false. */
async function until<T>(what: string, get: () => T | undefined | false): Promise<T> {
  for (const end = Date.now() + 120_000; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 20))) {
    const value = get();
    if (value) return value;
  }
  throw new Error(`timeout, waiting for ${what}`);
}

const codeOf = (d: vscode.Diagnostic) => (typeof d.code === "object" ? d.code.value : d.code);
const found = (uri: vscode.Uri, code: string) => vscode.languages.getDiagnostics(uri).find((d) => codeOf(d) === code);
const shows = (uri: vscode.Uri, code: string) => until(`${code} in ${uri}`, () => found(uri, code));
const shownNoLonger = (uri: vscode.Uri, code: string) => until(`no ${code} in ${uri}`, () => !found(uri, code));

const open = (uri: vscode.Uri) => vscode.workspace.openTextDocument(uri);

/** The texts before the first check. VS Code may save what a check changes. */
const originals = new Map([map, defs].map((uri) => [uri, readFileSync(uri.fsPath, "utf8")]));

/** revert gives an open file its first text. */
async function revert(uri: vscode.Uri): Promise<void> {
  const document = await open(uri);
  await edit(uri, document.getText(), originals.get(uri)!);
}

/** edit replaces the first occurrence of a text, and returns the range of what is now there. */
async function edit(uri: vscode.Uri, before: string, after: string): Promise<vscode.Range> {
  const document = await open(uri);
  const at = rangeOf(document, before);
  if (before !== after) {
    const change = new vscode.WorkspaceEdit();
    change.replace(uri, at, after);
    assert(await vscode.workspace.applyEdit(change));
  }
  const start = document.offsetAt(at.start);
  return new vscode.Range(at.start, document.positionAt(start + after.length));
}

/** rangeOf returns the range of the first occurrence of a text. */
function rangeOf(document: vscode.TextDocument, text: string): vscode.Range {
  const start = document.getText().indexOf(text);
  assert(start >= 0, `${text} is not in ${document.uri}`);
  return new vscode.Range(document.positionAt(start), document.positionAt(start + text.length));
}

/** inside returns the position of the end of a text. */
const inside = async (uri: vscode.Uri, text: string) => rangeOf(await open(uri), text).end;

const layout: vscode.FormattingOptions = { tabSize: 2, insertSpaces: true };
const execute = <T>(command: string, ...args: unknown[]) => vscode.commands.executeCommand<T>(command, ...args);

check("activation: a folder with Lexicons starts the extension", async () => {
  const extension = vscode.extensions.getExtension("lexsmith.lexsmith");
  assert(extension, "the extension is not installed");
  await until("activation", () => extension.isActive);
});

check("diagnostics: a finding, its range behind an emoji and the page of its rule", async () => {
  const d = await shows(map, "unexpected-field");
  assert.equal((await open(map)).getText(d.range), '"maxlength"');
  assert.equal(d.source, "lexsmith");
  assert.match(
    typeof d.code === "object" ? d.code.target.toString() : "",
    /rules\/unexpected-field\/#unexpected-field$/,
  );
});

check("diagnostics: an edit that breaks what is published", async () => {
  await shownNoLonger(defs, "object-required");
  await edit(defs, '"properties": {', '"required": ["x"], "properties": {');
  const d = await shows(defs, "object-required");
  assert.match(d.message, /breaks backward compatibility[^]*com\.example\.map/);
  await revert(defs);
  await shownNoLonger(defs, "object-required");
});

check("diagnostics: a change in one file shows in another", async () => {
  await shownNoLonger(map, "unresolved-ref");
  await edit(defs, '"point": {', '"pont": {');
  const d = await shows(map, "unresolved-ref");
  assert.equal(d.relatedInformation?.[0]?.location.uri.toString(), defs.toString());
});

check("completion: a key, in text that is not JSON", async () => {
  const at = await edit(map, '"description": "Its 😀 name."', '"description": "Its 😀 name." "maxG"');
  const document = await open(map);
  const list = await execute<vscode.CompletionList>(
    "vscode.executeCompletionItemProvider",
    map,
    at.end.translate(0, -1),
  );
  const item = list.items.find((i) => i.label === "maxGraphemes");
  assert(item, `not offered: ${list.items.map((i) => i.label)}`);
  assert(item.insertText instanceof vscode.SnippetString);
  const range = item.range instanceof vscode.Range ? item.range : item.range!.replacing;
  assert.equal(document.getText(range), '"maxG"');
  const editor = await vscode.window.showTextDocument(document);
  await editor.insertSnippet(item.insertText, range);
  const comma = new vscode.WorkspaceEdit();
  comma.set(map, item.additionalTextEdits ?? []);
  await vscode.workspace.applyEdit(comma);
  assert(document.getText().includes('"Its 😀 name.", "maxGraphemes": '), document.getText());
});

check("completion: references of what may be there", async () => {
  const at = await edit(map, '"com.example.defs#point"', '""');
  const list = await execute<vscode.CompletionList>(
    "vscode.executeCompletionItemProvider",
    map,
    at.end.translate(0, -1),
  );
  const labels = list.items.map((i) => i.label);
  assert(labels.includes("com.example.defs#point"), `only ${labels}`);
});

/** accept takes the suggestion that is selected, once one is shown. */
async function accept(document: vscode.TextDocument): Promise<void> {
  const before = document.getText();
  for (const end = Date.now() + 60_000; document.getText() === before;) {
    assert(Date.now() < end, `no suggestion in ${before}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
    await execute("acceptSelectedSuggestion");
  }
}

const type = (text: string) => execute("type", { text });

check("completion: the suggestions of VS Code for any JSON come later", async () => {
  const at = await edit(map, '"name": {', '"other": { "" }, "name": {');
  const position = at.start.translate(0, '"other": { "'.length);
  const list = await execute<vscode.CompletionList>("vscode.executeCompletionItemProvider", map, position);
  const ours = list.items.filter((i) => i.sortText?.startsWith("!"));
  const others = list.items.filter((i) => !i.sortText?.startsWith("!"));
  assert(ours.length > 0);
  for (const item of others) assert((item.sortText ?? String(item.label)) > ours[0]!.sortText!, JSON.stringify(item));
});

check("completion: a record with a ref and an enum, from an empty file, by keyboard alone", async () => {
  const uri = vscode.Uri.joinPath(map, "../note.json");
  await vscode.workspace.fs.writeFile(uri, new Uint8Array());
  const document = await open(uri);
  await vscode.window.showTextDocument(document);
  await execute("editor.action.triggerSuggest");
  await accept(document); // the skeleton of a record
  assert.match(document.getText(), /"id": "com\.example\.note"[^]*"type": "record"/);
  const editor = vscode.window.activeTextEditor!;
  const after = document.positionAt(document.getText().indexOf('"When it was created."\n          }') + 34);
  editor.selection = new vscode.Selection(after, after);
  await type(', "where": { "');
  await accept(document); // type, whose values open by themselves
  await type("re");
  await accept(document); // "ref"
  await type(' "re');
  await accept(document); // ref, whose values open by themselves
  await type("point");
  await accept(document);
  assert.match(
    document.getText(),
    /"where": \{\s*"type": "ref",\s*"ref": "com\.example\.defs#point"/,
    document.getText(),
  );
  const end = document.positionAt(document.getText().indexOf("}", document.offsetAt(editor.selection.active)) + 1);
  editor.selection = new vscode.Selection(end, end);
  await type(', "mood": { "');
  await accept(document); // type
  await type("str");
  await accept(document); // "string"
  await type(' "en');
  await accept(document); // enum, with its brackets
  await type('"good');
  assert.match(document.getText(), /"mood": \{\s*"type": "string",\s*"enum": \["good"\]/, document.getText());
  await until("no syntax error", () => vscode.languages.getDiagnostics(uri).every((d) => codeOf(d) !== "json-syntax"));
  await execute("workbench.action.files.revert");
  await vscode.workspace.fs.delete(uri);
});

check("hover: what a reference leads to", async () => {
  const hovers = await execute<vscode.Hover[]>(
    "vscode.executeHoverProvider",
    map,
    await inside(map, "com.example.defs#po"),
  );
  const text = hovers.flatMap((h) => h.contents).map((c) => (typeof c === "string" ? c : c.value));
  assert.match(text.join("\n"), /A place on the map\.[^]*East\./);
});

check("definition: in another file", async () => {
  const [target] = await execute<vscode.Location[]>(
    "vscode.executeDefinitionProvider",
    map,
    await inside(map, "defs#po"),
  );
  assert.equal(target?.uri.toString(), defs.toString());
  assert.equal((await open(defs)).getText(target.range), '"point"');
});

check("references: in all files", async () => {
  const all = await execute<vscode.Location[]>("vscode.executeReferenceProvider", defs, await inside(defs, '"poi'));
  assert.deepEqual(all.map((l) => l.uri.toString()).sort(), [defs, defs, map].map(String));
});

check("rename: in all files", async () => {
  const change = await execute<vscode.WorkspaceEdit>(
    "vscode.executeDocumentRenameProvider",
    map,
    await inside(map, "defs#po"),
    "place",
  );
  assert(await vscode.workspace.applyEdit(change));
  assert((await open(map)).getText().includes('"com.example.defs#place"'));
  const text = (await open(defs)).getText();
  assert(text.includes('"place": {') && text.includes('"#place"'), text);
});

check("formatting: as lexsmith fmt does", async () => {
  await edit(map, '{\n  "lexicon": 1,', '{"lexicon":   1,');
  await execute("vscode.open", map);
  const edits = await execute<vscode.TextEdit[]>("vscode.executeFormatDocumentProvider", map, layout);
  const change = new vscode.WorkspaceEdit();
  change.set(map, edits);
  assert(await vscode.workspace.applyEdit(change));
  assert.match((await open(map)).getText(), /^\{\n {2}"lexicon": 1,\n/);
});

check("code actions: a fix", async () => {
  await shows(map, "unexpected-field");
  const at = rangeOf(await open(map), '"maxlength"');
  const actions = await execute<vscode.CodeAction[]>("vscode.executeCodeActionProvider", map, at);
  const fix = actions.find((a) => a.title === 'Rename "maxlength" to "maxLength"');
  assert(fix?.edit && fix.isPreferred, `only ${actions.map((a) => a.title)}`);
  assert(await vscode.workspace.applyEdit(fix.edit));
  await shownNoLonger(map, "unexpected-field");
});

check("code actions: all safe fixes, on request", async () => {
  const document = await open(map);
  const all = new vscode.Range(0, 0, document.lineCount, 0);
  const actions = await execute<vscode.CodeAction[]>("vscode.executeCodeActionProvider", map, all, "source.fixAll");
  const [fix] = actions.filter((a) => a.title.startsWith("Apply all"));
  assert(fix?.edit, `only ${actions.map((a) => a.title)}`);
  assert(await vscode.workspace.applyEdit(fix.edit));
  assert(document.getText().includes('"maxLength": 64'), document.getText());
});

check("code lenses: references, which the command shows", async () => {
  const lenses = await execute<vscode.CodeLens[]>("vscode.executeCodeLensProvider", defs);
  const lens = lenses.find((l) => l.command?.title === "2 references");
  assert.equal(lens?.command?.command, "lexsmith.showReferences");
  await vscode.window.showTextDocument(await open(defs));
  await execute(lens.command.command, ...(lens.command.arguments ?? []));
});

check("symbols, links, folding and selection", async () => {
  const outline = await execute<vscode.DocumentSymbol[]>("vscode.executeDocumentSymbolProvider", map);
  assert.equal(outline.find((s) => s.name === "main")?.children[0]?.name, "name");
  const symbols = await execute<vscode.SymbolInformation[]>("vscode.executeWorkspaceSymbolProvider", "defs#point");
  assert(symbols.some((s) => s.location.uri.toString() === defs.toString()));
  const [link] = await execute<vscode.DocumentLink[]>("vscode.executeLinkProvider", map);
  assert.equal(link?.target?.path, defs.path);
  const folds = await execute<vscode.FoldingRange[]>("vscode.executeFoldingRangeProvider", map);
  assert(folds.some((f) => f.start === 3));
  const [selection] = await execute<vscode.SelectionRange[]>("vscode.executeSelectionRangeProvider", map, [
    await inside(map, '"ti'),
  ]);
  assert.equal((await open(map)).getText(selection!.range), "tid");
});

check("data: records in NDJSON", async () => {
  const data = file("data/maps.ndjson");
  await open(data);
  const d = await shows(data, "value-type");
  assert.equal(d.range.start.line, 1);
});

check("files that are not Lexicons: no findings, and lexsmith is not a formatter", async () => {
  const other = file("package.json");
  const document = await open(other);
  await vscode.window.showTextDocument(document);
  await shows(map, "unexpected-field");
  assert.deepEqual(
    vscode.languages.getDiagnostics(other).filter((d) => d.source === "lexsmith"),
    [],
  );
  const edits = await execute<vscode.TextEdit[]>("vscode.executeFormatDocumentProvider", other, layout);
  assert(edits.length > 0, "the built-in formatter is not the one that is asked");
});

check("restart: the server is asked to shut down, and starts again", async () => {
  assert.equal(readFileSync(lives, "utf8"), "start\n");
  await execute("lexsmith.restart");
  // The editor does not wait for the first server to exit before it starts the second.
  const lines = () => readFileSync(lives, "utf8").trimEnd().split("\n").sort().join(" ");
  await until("an exit with status 0, and a second start", () => lines() === "0 start start");
  await shows(map, "unexpected-field");
  await execute("lexsmith.showOutput");
});

check("settings: another program, and one that does not exist", async () => {
  const settings = vscode.workspace.getConfiguration("lexsmith");
  const before = settings.get<string>("path");
  await settings.update("path", join(folder.fsPath, "missing"), vscode.ConfigurationTarget.Workspace);
  await shownNoLonger(map, "unexpected-field");
  await settings.update("path", before, vscode.ConfigurationTarget.Workspace);
  await shows(map, "unexpected-field");
});
