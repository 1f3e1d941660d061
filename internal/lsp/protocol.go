package lsp

import "encoding/json"

// The types of the protocol, with the fields that the server uses.

type position struct {
	Line      uint32 `json:"line"`
	Character uint32 `json:"character"`
}

type textRange struct {
	Start position `json:"start"`
	End   position `json:"end"`
}

type location struct {
	URI   string    `json:"uri"`
	Range textRange `json:"range"`
}

type textEdit struct {
	Range   textRange `json:"range"`
	NewText string    `json:"newText"`
}

type markup struct {
	Kind  string `json:"kind"`
	Value string `json:"value"`
}

func markdown(text string) *markup { return &markup{"markdown", text} }

type textDocument struct {
	URI string `json:"uri"`
}

type versionedDocument struct {
	URI     string `json:"uri"`
	Version *int32 `json:"version"` // null for a file that is not open
}

type documentParams struct {
	TextDocument textDocument `json:"textDocument"`
}

type positionParams struct {
	documentParams
	Position position `json:"position"`
}

type initializeParams struct {
	RootURI          string             `json:"rootUri"`
	RootPath         string             `json:"rootPath"`
	WorkspaceFolders []workspaceFolder  `json:"workspaceFolders"`
	Capabilities     clientCapabilities `json:"capabilities"`
	// Options are what the extension for VS Code asks for.
	Options struct {
		// SuggestCommand is a command of the client that opens the suggestions at the cursor.
		SuggestCommand string `json:"suggestCommand"`
	} `json:"initializationOptions"`
}

type cancelParams struct {
	ID json.RawMessage `json:"id"`
}

type workspaceFolder struct {
	URI  string `json:"uri"`
	Name string `json:"name"`
}

type registrationSupport struct {
	DynamicRegistration bool `json:"dynamicRegistration"`
}

// clientCapabilities are what the client can do, as far as the server asks.
type clientCapabilities struct {
	General struct {
		PositionEncodings []string `json:"positionEncodings"`
	} `json:"general"`
	Workspace struct {
		DidChangeWatchedFiles registrationSupport `json:"didChangeWatchedFiles"`
		WorkspaceEdit         struct {
			DocumentChanges    bool     `json:"documentChanges"`
			ResourceOperations []string `json:"resourceOperations"`
		} `json:"workspaceEdit"`
		CodeLens struct {
			RefreshSupport bool `json:"refreshSupport"`
		} `json:"codeLens"`
	} `json:"workspace"`
	TextDocument struct {
		PublishDiagnostics struct {
			RelatedInformation bool `json:"relatedInformation"`
		} `json:"publishDiagnostics"`
		Completion struct {
			CompletionItem struct {
				SnippetSupport bool `json:"snippetSupport"`
			} `json:"completionItem"`
		} `json:"completion"`
		DocumentSymbol struct {
			HierarchicalDocumentSymbolSupport bool `json:"hierarchicalDocumentSymbolSupport"`
		} `json:"documentSymbol"`
	} `json:"textDocument"`
}

type initializeResult struct {
	Capabilities serverCapabilities `json:"capabilities"`
	ServerInfo   struct {
		Name    string `json:"name"`
		Version string `json:"version"`
	} `json:"serverInfo"`
}

type serverCapabilities struct {
	PositionEncoding string `json:"positionEncoding"`
	TextDocumentSync struct {
		OpenClose bool `json:"openClose"`
		Change    int  `json:"change"` // 2: ranges
		Save      bool `json:"save"`
	} `json:"textDocumentSync"`
	CompletionProvider struct {
		TriggerCharacters []string `json:"triggerCharacters"`
	} `json:"completionProvider"`
	HoverProvider              bool `json:"hoverProvider"`
	DefinitionProvider         bool `json:"definitionProvider"`
	ReferencesProvider         bool `json:"referencesProvider"`
	DocumentHighlightProvider  bool `json:"documentHighlightProvider"`
	DocumentSymbolProvider     bool `json:"documentSymbolProvider"`
	WorkspaceSymbolProvider    bool `json:"workspaceSymbolProvider"`
	DocumentFormattingProvider bool `json:"documentFormattingProvider"`
	FoldingRangeProvider       bool `json:"foldingRangeProvider"`
	SelectionRangeProvider     bool `json:"selectionRangeProvider"`
	DocumentLinkProvider       struct {
		ResolveProvider bool `json:"resolveProvider"`
	} `json:"documentLinkProvider"`
	CodeLensProvider struct {
		ResolveProvider bool `json:"resolveProvider"`
	} `json:"codeLensProvider"`
	RenameProvider struct {
		PrepareProvider bool `json:"prepareProvider"`
	} `json:"renameProvider"`
	CodeActionProvider struct {
		CodeActionKinds []string `json:"codeActionKinds"`
	} `json:"codeActionProvider"`
	Workspace struct {
		WorkspaceFolders struct {
			Supported           bool `json:"supported"`
			ChangeNotifications bool `json:"changeNotifications"`
		} `json:"workspaceFolders"`
	} `json:"workspace"`
}

type didOpenParams struct {
	TextDocument struct {
		URI     string `json:"uri"`
		Version int32  `json:"version"`
		Text    string `json:"text"`
	} `json:"textDocument"`
}

type didChangeParams struct {
	TextDocument struct {
		URI     string `json:"uri"`
		Version int32  `json:"version"`
	} `json:"textDocument"`
	ContentChanges []contentChange `json:"contentChanges"`
}

type contentChange struct {
	Range *textRange `json:"range"` // nil for the whole text
	Text  string     `json:"text"`
}

type didChangeFoldersParams struct {
	Event struct {
		Added   []workspaceFolder `json:"added"`
		Removed []workspaceFolder `json:"removed"`
	} `json:"event"`
}

type didChangeWatchedFilesParams struct {
	Changes []fileEvent `json:"changes"`
}

type fileEvent struct {
	URI  string `json:"uri"`
	Type int    `json:"type"`
}

// The types of file events.
const (
	fileCreated = 1
	fileChanged = 2
	fileDeleted = 3
)

type publishDiagnosticsParams struct {
	URI         string       `json:"uri"`
	Version     *int32       `json:"version,omitempty"`
	Diagnostics []diagnostic `json:"diagnostics"`
}

type diagnostic struct {
	Range              textRange            `json:"range"`
	Severity           int                  `json:"severity"`
	Code               string               `json:"code"`
	CodeDescription    *codeDescription     `json:"codeDescription,omitempty"`
	Source             string               `json:"source"`
	Message            string               `json:"message"`
	Tags               []int                `json:"tags,omitempty"`
	RelatedInformation []relatedInformation `json:"relatedInformation,omitempty"`
}

type codeDescription struct {
	Href string `json:"href"`
}

type relatedInformation struct {
	Location location `json:"location"`
	Message  string   `json:"message"`
}

type registrationParams struct {
	Registrations []registration `json:"registrations"`
}

type registration struct {
	ID              string `json:"id"`
	Method          string `json:"method"`
	RegisterOptions any    `json:"registerOptions,omitempty"`
}

type watcherOptions struct {
	Watchers []watcher `json:"watchers"`
}

type watcher struct {
	GlobPattern string `json:"globPattern"`
	Kind        int    `json:"kind,omitempty"` // 0 for all
}

// The kinds of events that a watcher wants.
const (
	watchCreate = 1
	watchDelete = 4
)

type logMessageParams struct {
	Type    int    `json:"type"`
	Message string `json:"message"`
}

// The types of log messages.
const (
	logError   = 1
	logWarning = 2
)

// The kinds of code actions.
const (
	quickFix = "quickfix"
	fixAll   = "source.fixAll"
)
