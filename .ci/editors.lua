-- What .ci/editors does in Neovim: it opens map.json, which the command line names,
-- with the built-in client of Neovim, as docs/editors.md sets it up.

local function check(what, ok, got)
  if not ok then
    io.stdout:write('FAILED   ' .. what .. ': ' .. vim.inspect(got) .. '\n')
    vim.cmd('cquit 1')
  end
  io.stdout:write('ok       ' .. what .. '\n')
end

local function main()
  local buffer = vim.api.nvim_get_current_buf()
  local client
  check('starts and attaches, as docs/editors.md sets it up', vim.wait(20000, function()
    client = next(vim.lsp.buf_get_clients(buffer))
    return client ~= nil
  end), vim.lsp.buf_get_clients(buffer))
  check('answers initialize', vim.wait(20000, function()
    return vim.lsp.get_client_by_id(client).initialized
  end), vim.lsp.get_client_by_id(client))
  check('takes the folder of the project as the root', vim.lsp.get_client_by_id(client).config.root_dir == vim.fn.getcwd(),
    vim.lsp.get_client_by_id(client).config.root_dir)

  local function codes()
    local found = {}
    for _, d in ipairs(vim.diagnostic.get(buffer)) do
      found[d.code or d.user_data.lsp.code] = d
    end
    return found
  end
  local function line_of(text)
    for i, line in ipairs(vim.api.nvim_buf_get_lines(buffer, 0, -1, false)) do
      if line:find(text, 1, true) then return i, line:find(text, 1, true) - 1 end
    end
    error(text)
  end
  local function text()
    return table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), '\n')
  end
  local function ask(method, params)
    local answers, problem = vim.lsp.buf_request_sync(buffer, method, params, 20000)
    local answer = answers and answers[client] or {}
    if answer.error or problem then check(method, false, answer.error or problem) end
    return answer.result
  end
  local function cursor(place, offset)
    local row, column = line_of(place)
    vim.api.nvim_win_set_cursor(0, { row, column + (offset or 0) })
  end

  check('shows diagnostics', vim.wait(20000, function() return codes()['unexpected-field'] end), vim.diagnostic.get(buffer))
  local d = codes()['unexpected-field']
  local row, column = line_of('"maxlength"')
  check('underlines the key', d.lnum == row - 1 and d.col == column and d.end_col == column + #'"maxlength"', d)

  cursor('com.example.defs#point', 20)
  local target = ask('textDocument/definition', vim.lsp.util.make_position_params())
  check('goes to the definition', target and target.uri:match('defs%.json$') and target.range.start.line == 4, target)
  local hover = ask('textDocument/hover', vim.lsp.util.make_position_params())
  check('hovers', hover and hover.contents.value:find('A place on the map.', 1, true), hover)

  -- Behind an emoji, which takes two units in UTF-16 and four bytes in UTF-8.
  cursor('"Its 😀 name."')
  local end_of_line = #vim.api.nvim_get_current_line() - 2
  vim.api.nvim_buf_set_text(buffer, row - 1, end_of_line, row - 1, end_of_line, { ', "min' })
  vim.api.nvim_win_set_cursor(0, { row, end_of_line + #', "min' })
  local items = ask('textDocument/completion', vim.lsp.util.make_position_params())
  local chosen
  for _, item in ipairs(items.items) do
    if item.label == 'minLength' then chosen = item end
  end
  check('completes in a broken text', chosen ~= nil, items)
  vim.lsp.util.apply_text_edits({ chosen.textEdit }, buffer, 'utf-16')
  check('writes the completion', text():find('"Its 😀 name." , "minLength": }', 1, true), text())
  vim.api.nvim_buf_set_lines(buffer, row - 1, row, true, {
    '          "name": { "type": "string", "maxlength": 64, "description": "Its 😀 name." },',
  })

  cursor('com.example.defs#point', 20)
  local params = vim.lsp.util.make_position_params()
  params.newName = 'place'
  local edit = ask('textDocument/rename', params)
  vim.lsp.util.apply_workspace_edit(edit, 'utf-16')
  check('renames here', text():find('"com.example.defs#place"', 1, true), text())
  local other = vim.fn.bufnr('defs.json')
  check('renames in the other file', other > 0 and table.concat(vim.api.nvim_buf_get_lines(other, 0, -1, false), '\n'):find('"place": {', 1, true), other)

  local ref_row, ref_column = line_of('defs#place')
  vim.api.nvim_buf_set_text(buffer, ref_row - 1, ref_column, ref_row - 1, ref_column + #'defs#place', { 'defs#missing' })
  check('shows what an edit breaks', vim.wait(20000, function() return codes()['unresolved-ref'] end), vim.diagnostic.get(buffer))
  local range = vim.lsp.util.make_given_range_params({ ref_row, 0 }, { ref_row, 100 })
  range.context = { diagnostics = {} }
  local create
  for _, action in ipairs(ask('textDocument/codeAction', range)) do
    if action.kind == 'quickfix' and action.title:find('"missing"', 1, true) then create = action end
  end
  check('offers an action', create ~= nil, range)
  vim.lsp.util.apply_workspace_edit(create.edit, 'utf-16')
  check('applies the action', vim.wait(20000, function() return not codes()['unresolved-ref'] end), vim.diagnostic.get(buffer))

  local fix
  range = vim.lsp.util.make_given_range_params({ row, 0 }, { row, 100 })
  range.context = { diagnostics = {} }
  for _, action in ipairs(ask('textDocument/codeAction', range)) do
    if action.kind == 'quickfix' and action.title:find('maxLength', 1, true) then fix = action end
  end
  check('offers a fix', fix ~= nil, range)
  vim.lsp.util.apply_workspace_edit(fix.edit, 'utf-16')
  check('applies the fix', vim.wait(20000, function() return not codes()['unexpected-field'] end), vim.diagnostic.get(buffer))

  vim.api.nvim_buf_set_lines(buffer, 0, 2, false, { '{"lexicon":   1,' })
  vim.lsp.buf.formatting_sync({}, 20000)
  check('formats', text():find('{\n  "lexicon": 1,\n  "id"', 1, true) == 1, text())

  -- Another project has a server of its own, and a file with records is checked too.
  vim.cmd('edit! ../other/records.ndjson')
  local records = vim.api.nvim_get_current_buf()
  local second
  check('starts a server for another project', vim.wait(20000, function()
    second = next(vim.lsp.buf_get_clients(records))
    return second ~= nil and second ~= client
  end), vim.lsp.buf_get_clients(records))
  check('checks the second record of NDJSON', vim.wait(20000, function()
    local found = vim.diagnostic.get(records)
    return #found == 1 and found[1].lnum == 1
  end), vim.diagnostic.get(records))
  vim.lsp.stop_client(second)

  vim.lsp.stop_client(client)
  check('stops', vim.wait(20000, function() return vim.lsp.client_is_stopped(client) end), client)
end

local ok, problem = xpcall(main, debug.traceback)
if not ok then
  io.stdout:write('FAILED   ' .. problem .. '\n')
  vim.cmd('cquit 1')
end
vim.cmd('qall!')
