package lsp

import (
	"context"
	"encoding/json"
)

// handler begins to answer a request: it decodes the parameters and takes the
// snapshot that the answer is about. Its context ends with the server. What it returns
// gives the answer; its own context ends with the request.
type handler func(ctx context.Context, s *server, params json.RawMessage) func(context.Context) (any, error)

// requests are the requests that the server answers, besides those that begin and
// end the conversation.
var requests = map[string]handler{
	"textDocument/definition":        acrossProjects((*file).goTo),
	"textDocument/references":        acrossProjects((*file).references),
	"textDocument/documentHighlight": about((*file).highlights),
	"textDocument/documentLink":      acrossProjects((*file).links),
	"textDocument/documentSymbol":    about((*file).symbols),
	"textDocument/foldingRange":      about((*file).folds),
	"textDocument/selectionRange":    about((*file).selections),
	"textDocument/codeAction":        about((*file).actions),
	"textDocument/completion":        about((*file).complete),
	"textDocument/hover":             acrossProjects((*file).hover),
	"textDocument/formatting":        about((*file).format),
	"textDocument/prepareRename":     acrossProjects((*file).prepareRename),
	"textDocument/rename":            acrossProjects((*file).rename),
	"textDocument/codeLens":          acrossProjects((*file).lenses),
	"workspace/symbol":               inWorkspace(workspaceSymbols),
}

// about makes the handler of a request about one file.
func about[P interface{ document() string }, R any](answer func(*file, context.Context, P) (R, error)) handler {
	return aboutFile((*workspace).file, answer)
}

// acrossProjects makes the handler of a request about one file and what refers to it in
// all projects.
func acrossProjects[P interface{ document() string }, R any](answer func(*file, context.Context, P) (R, error)) handler {
	return aboutFile((*workspace).fileAmongAll, answer)
}

func aboutFile[P interface{ document() string }, R any](open func(*workspace, context.Context, string) *file, answer func(*file, context.Context, P) (R, error)) handler {
	return func(ctx context.Context, s *server, params json.RawMessage) func(context.Context) (any, error) {
		var p P
		if err := json.Unmarshal(params, &p); err != nil {
			return func(context.Context) (any, error) { return nil, &responseError{codeInvalidParams, err.Error()} }
		}
		f := open(s.workspace, ctx, p.document())
		return func(ctx context.Context) (any, error) {
			if f == nil { // not a file, or it cannot be read
				return nil, nil
			}
			return answer(f, ctx, p)
		}
	}
}

// inWorkspace makes the handler of a request about all projects.
func inWorkspace[P, R any](answer func(context.Context, []*snapshot, P) (R, error)) handler {
	return func(ctx context.Context, s *server, params json.RawMessage) func(context.Context) (any, error) {
		var p P
		if err := json.Unmarshal(params, &p); err != nil {
			return func(context.Context) (any, error) { return nil, &responseError{codeInvalidParams, err.Error()} }
		}
		snapshots := s.workspace.snapshots(ctx)
		return func(ctx context.Context) (any, error) { return answer(ctx, snapshots, p) }
	}
}

func (p documentParams) document() string { return p.TextDocument.URI }

// notifications are the notifications that the server takes notice of.
var notifications = map[string]func(context.Context, *server, json.RawMessage) error{
	"initialized": func(ctx context.Context, s *server, _ json.RawMessage) error {
		s.watch()
		s.workspace.load(ctx)
		return nil
	},
	"$/cancelRequest":                     on((*workspace).cancel),
	"textDocument/didOpen":                on((*workspace).didOpen),
	"textDocument/didChange":              on((*workspace).didChange),
	"textDocument/didClose":               on((*workspace).didClose),
	"textDocument/didSave":                on((*workspace).didSave),
	"workspace/didChangeWatchedFiles":     on((*workspace).didChangeWatchedFiles),
	"workspace/didChangeWorkspaceFolders": on((*workspace).didChangeFolders),
}

// on makes the handler of a notification for the workspace.
func on[P any](handle func(*workspace, context.Context, P)) func(context.Context, *server, json.RawMessage) error {
	return func(ctx context.Context, s *server, params json.RawMessage) error {
		var p P
		if err := json.Unmarshal(params, &p); err != nil {
			return err
		}
		handle(s.workspace, ctx, p)
		return nil
	}
}
