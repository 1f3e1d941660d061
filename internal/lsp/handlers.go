package lsp

import (
	"context"
	"encoding/json"
)

// handler begins to answer a request: it decodes the parameters and takes the
// snapshot that the answer is about. Its context ends with the server, that of the
// answer with the request.
type handler func(ctx context.Context, s *server, params json.RawMessage) (answer, error)

// answer returns the result of a request.
type answer func(context.Context) (any, error)

// requests are the requests that the server answers, besides those that begin and
// end the conversation.
var requests = map[string]handler{
	"textDocument/definition":        about((*workspace).fileAmongAll, (*file).goTo),
	"textDocument/references":        about((*workspace).fileAmongAll, (*file).references),
	"textDocument/documentHighlight": about((*workspace).file, (*file).highlights),
	"textDocument/documentLink":      about((*workspace).fileAmongAll, (*file).links),
	"textDocument/documentSymbol":    about((*workspace).file, (*file).symbols),
	"textDocument/foldingRange":      about((*workspace).file, (*file).folds),
	"textDocument/selectionRange":    about((*workspace).file, (*file).selections),
	"textDocument/codeAction":        about((*workspace).file, (*file).actions),
	"textDocument/completion":        about((*workspace).file, (*file).complete),
	"textDocument/hover":             about((*workspace).fileAmongAll, (*file).hover),
	"textDocument/formatting":        about((*workspace).file, (*file).format),
	"textDocument/prepareRename":     about((*workspace).fileAmongAll, (*file).prepareRename),
	"textDocument/rename":            about((*workspace).fileAmongAll, (*file).rename),
	"textDocument/codeLens":          about((*workspace).fileAmongAll, (*file).lenses),
	"workspace/symbol": func(ctx context.Context, s *server, params json.RawMessage) (answer, error) {
		p, err := decode[workspaceSymbolParams](params)
		snapshots := s.workspace.snapshots(ctx)
		return func(ctx context.Context) (any, error) { return workspaceSymbols(ctx, snapshots, p) }, err
	},
}

// about makes the handler of a request about a file, alone or among all projects.
func about[P interface{ document() string }, R any](open func(*workspace, context.Context, string) *file, respond func(*file, context.Context, P) (R, error)) handler {
	return func(ctx context.Context, s *server, params json.RawMessage) (answer, error) {
		p, err := decode[P](params)
		if err != nil {
			return nil, err
		}
		f := open(s.workspace, ctx, p.document())
		return func(ctx context.Context) (any, error) {
			if f == nil { // not a file, or it cannot be read
				return null, nil
			}
			return respond(f, ctx, p)
		}, nil
	}
}

func (p documentParams) document() string { return p.TextDocument.URI }

func decode[P any](params json.RawMessage) (p P, err error) {
	if err := json.Unmarshal(params, &p); err != nil {
		return p, &responseError{codeInvalidParams, err.Error()}
	}
	return p, nil
}

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
		p, err := decode[P](params)
		if err == nil {
			handle(s.workspace, ctx, p)
		}
		return err
	}
}
