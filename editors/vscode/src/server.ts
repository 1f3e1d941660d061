// Starts and stops the language server.
import * as vscode from "vscode";
import { LanguageClient, type DynamicFeature, type TextDocumentRegistrationOptions } from "vscode-languageclient/node";
import { find, NotFound } from "./find";

const guide = vscode.Uri.parse("https://github.com/lexsmith/lexsmith/blob/main/docs/editors.md#vs-code");

/** Server is the server for all folders of the window. Its methods run one after the other. */
export class Server {
  private client: LanguageClient | undefined;
  private last: Promise<void> = Promise.resolve();

  constructor(private readonly output: vscode.LogOutputChannel) {}

  /** running is the client of a server that has started. */
  get running(): LanguageClient | undefined {
    return this.client?.isRunning() ? this.client : undefined;
  }

  start(): Promise<void> {
    return this.next(() => this.open());
  }

  restart(): Promise<void> {
    return this.next(async () => {
      await this.close();
      await this.open();
    });
  }

  stop(): Promise<void> {
    return this.next(() => this.close());
  }

  private next(step: () => Promise<void>): Promise<void> {
    this.last = this.last.then(step).catch((problem: unknown) => void this.report(problem));
    return this.last;
  }

  private async open(): Promise<void> {
    const settings = vscode.workspace.getConfiguration("lexsmith");
    const command = find({
      setting: settings.get("path", ""),
      path: process.env["PATH"] ?? "",
      folders: (vscode.workspace.workspaceFolders ?? []).map((folder) => folder.uri.fsPath),
      trusted: vscode.workspace.isTrusted,
    });
    const args = ["lsp", ...settings.get<string[]>("arguments", [])];
    this.output.info(`Starting ${command} ${args.join(" ")}`);
    const client = new LanguageClient(
      "lexsmith",
      "lexsmith",
      { command, args },
      {
        // The server ignores files that are neither Lexicons nor records.
        documentSelector: [
          { scheme: "file", language: "json" },
          { scheme: "file", pattern: "**/*.{ndjson,jsonl}" },
        ],
        outputChannel: this.output,
        // After a key, such as "type", its values open by themselves.
        initializationOptions: { suggestCommand: "editor.action.triggerSuggest" },
      },
    );
    this.client = client;
    await client.start();
    formatOnly(client, settings.get<string[]>("format.files", []));
  }

  private async close(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    await client?.dispose();
  }

  private async report(problem: unknown): Promise<void> {
    const message = problem instanceof Error ? problem.message : String(problem);
    this.output.error(message);
    const choices = problem instanceof NotFound ? ["Install lexsmith", "Open Settings"] : ["Show Output"];
    switch (await vscode.window.showErrorMessage(`lexsmith cannot start. ${message}`, ...choices)) {
      case "Install lexsmith":
        await vscode.env.openExternal(guide);
        break;
      case "Open Settings":
        await vscode.commands.executeCommand("workbench.action.openSettings", "lexsmith.path");
        break;
      case "Show Output":
        this.output.show();
    }
  }
}

/**
 * formatOnly makes the server a formatter of these files only. Otherwise VS Code would ask which formatter to use for
 * any JSON, of which the server formats none but Lexicons.
 */
function formatOnly(client: LanguageClient, patterns: string[]): void {
  const formatting = client.getFeature(
    "textDocument/formatting",
  ) as unknown as DynamicFeature<TextDocumentRegistrationOptions>;
  formatting.clear();
  const documentSelector = patterns.map((pattern) => ({ scheme: "file", language: "json", pattern }));
  if (documentSelector.length > 0) formatting.register({ id: "lexsmith", registerOptions: { documentSelector } });
}
