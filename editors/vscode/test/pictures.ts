// Runs in the extension host of VS Code and sets the scenes of the pictures, for scripts/pictures.mjs: it creates a file
// with the name of the scene when it is set, and goes on when that is gone.
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as vscode from "vscode";

const ready = process.env["LEXSMITH_SCENES"]!;
const folder = vscode.workspace.workspaceFolders![0]!.uri;
const sleep = (time: number) => new Promise((resolve) => setTimeout(resolve, time));

const scenes: Record<string, () => Promise<void>> = {
  async breaking() {
    const editor = await show("defs.json");
    await replace(editor, '"properties": {', '"required": ["x"],\n      "properties": {');
    await shown(editor.document.uri, "object-required");
    await sleep(2000); // until the window has the finding, too
    select(editor, '"x"');
    await vscode.commands.executeCommand("editor.action.showHover");
  },
  async hover() {
    const editor = await show("map.json");
    await shown(editor.document.uri, "unexpected-field");
    select(editor, "com.example.defs#");
    await vscode.commands.executeCommand("editor.action.showHover");
  },
  async completion() {
    const editor = await show("map.json");
    const at = await replace(editor, '"maxlength": 64 }', '"m');
    await editor.edit((edit) => edit.insert(at, '" }'));
    editor.selection = new vscode.Selection(at, at);
    await vscode.commands.executeCommand("editor.action.triggerSuggest");
    await sleep(1000);
    await vscode.commands.executeCommand("toggleSuggestionDetails");
  },
};

export async function run(): Promise<void> {
  for (const command of ["closeSidebar", "closePanel", "closeAuxiliaryBar"]) {
    await vscode.commands.executeCommand(`workbench.action.${command}`);
  }
  for (const [name, set] of Object.entries(scenes)) {
    await set();
    await sleep(2000); // until all is drawn
    const file = join(ready, name);
    writeFileSync(file, "");
    while (existsSync(file)) await sleep(50);
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
  }
}

async function show(name: string): Promise<vscode.TextEditor> {
  await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  const document = await vscode.workspace.openTextDocument(vscode.Uri.joinPath(folder, "lexicons/com/example", name));
  return vscode.window.showTextDocument(document, { preview: false });
}

/** replace replaces the first occurrence of a text and returns the end of what is now there. */
async function replace(editor: vscode.TextEditor, before: string, after: string): Promise<vscode.Position> {
  const { document } = editor;
  const start = document.getText().indexOf(before);
  const range = new vscode.Range(document.positionAt(start), document.positionAt(start + before.length));
  await editor.edit((edit) => edit.replace(range, after));
  return document.positionAt(start + after.length);
}

/** select puts the cursor into the first occurrence of a text. */
function select(editor: vscode.TextEditor, text: string): void {
  const at = editor.document.positionAt(editor.document.getText().indexOf(text) + 1);
  editor.selection = new vscode.Selection(at, at);
}

/** shown waits until a file has a finding. */
async function shown(uri: vscode.Uri, code: string): Promise<void> {
  const codeOf = (d: vscode.Diagnostic) => (typeof d.code === "object" ? d.code.value : d.code);
  while (!vscode.languages.getDiagnostics(uri).some((d) => codeOf(d) === code)) await sleep(50);
}
