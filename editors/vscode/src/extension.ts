import * as vscode from "vscode";
import type { Location, Position } from "vscode-languageclient/node";
import { Server } from "./server";

let server: Server | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const output = vscode.window.createOutputChannel("lexsmith", { log: true });
  const current = new Server(output);
  server = current;
  const needsRestart = ["path", "arguments", "format"].map((name) => `lexsmith.${name}`);
  context.subscriptions.push(
    output,
    vscode.commands.registerCommand("lexsmith.restart", () => current.restart()),
    vscode.commands.registerCommand("lexsmith.showOutput", () => output.show()),
    vscode.commands.registerCommand("lexsmith.showReferences", showReferences),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (needsRestart.some((name) => change.affectsConfiguration(name))) void current.restart();
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(() => {
      if (!current.running) void current.restart();
    }),
  );
  await current.start();
}

export async function deactivate(): Promise<void> {
  await server?.stop();
}

/** showReferences is the command of code lenses, with arguments in the form of the protocol. */
async function showReferences(uri: string, position: Position, locations: Location[]): Promise<void> {
  const convert = server?.running?.protocol2CodeConverter;
  if (!convert) return;
  await vscode.commands.executeCommand(
    "editor.action.showReferences",
    convert.asUri(uri),
    convert.asPosition(position),
    locations.map((location) => convert.asLocation(location)),
  );
}
