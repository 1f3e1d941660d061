// Computes how data use their schemas, and compares that with a report of lexsmith stats:
//
//   node stats.js REPORT LEXICONS DATA...
//
// LEXICONS is a folder, and DATA files are NDJSON. What only a validator knows (valid,
// invalid, failed formats) is not compared.

import fs from 'node:fs'
import path from 'node:path'

const [reportFile, folder, ...files] = process.argv.slice(2)
const report = JSON.parse(fs.readFileSync(reportFile, 'utf8'))
const lexicons = new Map()
for (const name of fs.readdirSync(folder, { recursive: true })) {
  if (!name.endsWith('.json') || name.endsWith('.examples.json')) continue
  const lexicon = JSON.parse(fs.readFileSync(path.join(folder, name), 'utf8'))
  if (lexicon.lexicon === 1) lexicons.set(lexicon.id, lexicon)
}

// find returns the schema that a reference in a Lexicon leads to, and the Lexicon it is in.
function find(ref, id) {
  let [nsid, name = 'main'] = ref.split('#')
  nsid ||= id
  let schema = lexicons.get(nsid)?.defs[name]
  if (schema?.type === 'ref') return find(schema.ref, nsid)
  if (schema?.type === 'record') schema = schema.record
  return { schema, id: nsid, name: name === 'main' ? nsid : `${nsid}#${name}` }
}
const resolve = (schema, id) => (schema.type === 'ref' ? find(schema.ref, id) : { schema, id })

const types = new Map()
const jsonType = (v) => (v === null ? 'null' : Array.isArray(v) ? 'array' : typeof v)
const isPlain = (v) => jsonType(v) === 'object' && v.$type !== 'blob' && !('$bytes' in v) && !('$link' in v)
const segments = new Intl.Segmenter()

function field(t, at, type) {
  if (!t.fields.has(at)) t.fields.set(at, { type, of: 0, count: 0, null: 0, numbers: {}, seen: {}, mime: {} })
  return t.fields.get(at)
}
function push(f, name, n) {
  ;(f.numbers[name] ??= []).push(n)
}
function count(counts, key) {
  counts[key] = (counts[key] ?? 0) + 1
}

function visit(t, at, given, givenID, v) {
  const { schema, id } = resolve(given, givenID)
  const f = field(t, at, schema.type)
  f.count++
  if (v === null) {
    f.null++
    return
  }
  switch (schema.type) {
    case 'string':
      if (typeof v !== 'string') return
      push(f, 'bytes', Buffer.byteLength(v))
      push(f, 'graphemes', [...segments.segment(v)].length)
      if (schema.knownValues || schema.enum) count(f.seen, v)
      break
    case 'integer':
      if (Number.isInteger(v) && Math.abs(v) < 2 ** 63) push(f, 'range', v)
      break
    case 'bytes':
      if (typeof v?.$bytes === 'string') push(f, 'bytes', Buffer.from(v.$bytes, 'base64').length)
      break
    case 'array':
      if (!Array.isArray(v)) return
      push(f, 'elements', v.length)
      for (const item of v) {
        const { schema: items } = resolve(schema.items, id)
        field(t, at + '[]', items.type).of++
        visit(t, at + '[]', schema.items, id, item)
      }
      break
    case 'object':
      if (isPlain(v)) object(t, at, schema, id, v)
      break
    case 'union': {
      if (!isPlain(v) || typeof v.$type !== 'string' || v.$type === '') return
      count(f.seen, v.$type)
      for (const ref of schema.refs) {
        const variant = find(ref, id)
        if (variant.name === v.$type && variant.schema?.type === 'object') {
          object(t, `${at}<${v.$type}>`, variant.schema, variant.id, v)
          break
        }
      }
      break
    }
    case 'blob':
      if (v?.$type !== 'blob' || !v.ref?.$link || !/^[^/]+\/[^/]+$/.test(v.mimeType)) return // not well formed
      if (v.size >= 0) push(f, 'sizes', v.size)
      count(f.mime, v.mimeType)
      break
  }
}

function object(t, at, schema, id, v) {
  const inside = (name) => (at === '' ? name : `${at}.${name}`)
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    field(t, inside(name), resolve(property, id).schema.type).of++
  }
  for (const [name, value] of Object.entries(v)) {
    if (Object.hasOwn(schema.properties ?? {}, name)) visit(t, inside(name), schema.properties[name], id, value)
    else if (name !== '$type') {
      const extra = t.extra.get(inside(name)) ?? { count: 0, types: {} }
      t.extra.set(inside(name), extra)
      extra.count++
      count(extra.types, jsonType(value))
    }
  }
}

for (const file of files) {
  for (const line of fs.readFileSync(file, 'utf8').split('\n')) {
    if (line.trim() === '') continue
    const v = JSON.parse(line)
    if (typeof v?.$type !== 'string') continue
    const { schema, id } = find(v.$type, '')
    if (schema?.type !== 'object' || v.$type.includes('#')) continue
    if (!types.has(v.$type)) types.set(v.$type, { values: 0, fields: new Map(), extra: new Map() })
    const t = types.get(v.$type)
    t.values++
    object(t, '', schema, id, v)
  }
}

let compared = 0
function same(what, got, want) {
  compared++
  const order = (v) => JSON.stringify(v, (_, x) => (jsonType(x) === 'object' ? Object.fromEntries(Object.entries(x).sort()) : x))
  if (order(got) !== order(want)) {
    console.error(`${what}: the report says ${order(got)}, but it is ${order(want)}`)
    process.exitCode = 1
  }
}
// quantile checks that a number is within 2 % of a rank.
function quantile(what, numbers, share, value) {
  compared++
  const least = numbers.filter((n) => n < value).length
  const most = numbers.filter((n) => n <= value).length
  const rank = share * numbers.length
  if (least > rank + 0.02 * numbers.length || most < rank - 0.02 * numbers.length) {
    console.error(`${what}: ${value} has the ranks ${least} to ${most} of ${numbers.length}`)
    process.exitCode = 1
  }
}

same('types', report.types.map((t) => t.ref), [...types.keys()].sort())
for (const reported of report.types) {
  const t = types.get(reported.ref)
  same(reported.ref, reported.values, t.values)
  same(`${reported.ref}: sum`, reported.valid + reported.invalid, t.values)
  const paths = new Set(reported.fields.map((f) => f.path))
  for (const at of t.fields.keys()) if (!paths.has(at) && !reported.omitted?.fields) same(`${reported.ref} ${at}`, 'missing', 'a field')
  for (const f of reported.fields) {
    const what = `${reported.ref} ${f.path}`
    const want = t.fields.get(f.path) ?? { type: f.type, of: 0, count: 0, null: 0, numbers: {}, seen: {}, mime: {} }
    same(what, [f.type, f.of, f.count, f.null], [want.type, want.of, want.count, want.null])
    for (const name of ['bytes', 'graphemes', 'range', 'elements', 'sizes']) {
      const numbers = want.numbers[name]
      same(`${what} ${name}`, f[name] !== undefined, numbers !== undefined)
      if (!numbers || !f[name]) continue
      same(`${what} ${name}`, [f[name].min, f[name].max], [Math.min(...numbers), Math.max(...numbers)])
      quantile(`${what} ${name}`, numbers, 0.5, f[name].median)
      quantile(`${what} ${name}`, numbers, 0.99, f[name].p99)
    }
    for (const [name, counts] of [['seen', want.seen], ['mimeTypes', want.mime]]) {
      const values = Object.fromEntries((f[name]?.values ?? []).map((v) => [v.value, v.count]))
      same(`${what} ${name}`, values, counts)
      if (f[name]) same(`${what} ${name}`, f[name].distinct, Object.keys(counts).length)
    }
  }
  same(`${reported.ref} extra`, reported.extraFields.map((e) => [e.path, e.count, e.types]),
    [...t.extra.keys()].sort().map((at) => [at, t.extra.get(at).count, t.extra.get(at).types]))
}
console.log(`${compared} figures`)
