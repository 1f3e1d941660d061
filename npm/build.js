// Builds the npm packages from the programs of a release:
//
//   node npm/build.js [DIST] [OUT]
//
// DIST is the output folder of goreleaser (default: dist). OUT gets a folder for
// each package, ready for "npm publish" (default: dist/npm). Publish the packages
// of the platforms first and "lexsmith" last. No package is changed or fetched at
// install time.
'use strict'

const fs = require('node:fs')
const path = require('node:path')

// Names of systems and processors in Go and in Node.
const systems = { linux: 'linux', darwin: 'darwin', windows: 'win32' }
const processors = { amd64: 'x64', arm64: 'arm64' }

const [dist = 'dist', out = path.join(dist, 'npm')] = process.argv.slice(2)
const root = path.dirname(__dirname)

const read = (name) => JSON.parse(fs.readFileSync(path.join(dist, name), 'utf8'))
const { version } = read('metadata.json')
const programs = read('artifacts.json').filter((artifact) => artifact.type === 'Binary')

const shared = {
  version,
  license: 'MIT',
  homepage: 'https://github.com/lexsmith/lexsmith#readme',
  repository: { type: 'git', url: 'git+https://github.com/lexsmith/lexsmith.git' },
}

// write creates the folder of a package from files {name: content}.
function write(manifest, files) {
  const folder = path.join(out, manifest.name.replace('/', path.sep))
  fs.mkdirSync(folder, { recursive: true })
  fs.writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest, null, 2) + '\n')
  fs.copyFileSync(path.join(root, 'LICENSE'), path.join(folder, 'LICENSE'))
  for (const [name, content] of Object.entries(files)) {
    const target = path.join(folder, name)
    fs.mkdirSync(path.dirname(target), { recursive: true })
    fs.writeFileSync(target, content)
    if (!name.endsWith('.md')) fs.chmodSync(target, 0o755)
  }
  console.log(`${manifest.name} ${version}`)
}

fs.rmSync(out, { recursive: true, force: true })

const optionalDependencies = {}
for (const { goos, goarch, name: file, path: from } of programs) {
  const [os, cpu] = [systems[goos], processors[goarch]]
  if (!os || !cpu) throw new Error(`no npm platform for ${goos}/${goarch}`)
  const name = `@lexsmith/${os}-${cpu}`
  optionalDependencies[name] = version
  write(
    {
      name,
      description: `The program lexsmith for ${os} on ${cpu}; install "lexsmith" instead`,
      ...shared,
      os: [os],
      cpu: [cpu],
      files: ['bin'],
      preferUnplugged: true,
      publishConfig: { access: 'public' },
    },
    {
      // goreleaser names files relative to the folder it ran in, the parent of DIST
      [`bin/${file}`]: fs.readFileSync(path.join(dist, '..', from)),
      'README.md': `# ${name}\n\nThe program of [lexsmith](https://github.com/lexsmith/lexsmith) for ${os} on ${cpu}. Install the package \`lexsmith\`, which selects\nthe right one.\n`,
    },
  )
}
if (programs.length === 0) throw new Error(`${dist} contains no programs`)

write(
  {
    name: 'lexsmith',
    description: 'Check, compare and convert Lexicons, the schemas of AT Protocol',
    keywords: ['atproto', 'lexicon', 'bluesky', 'schema', 'lint', 'validate', 'openapi', 'json-schema'],
    ...shared,
    bin: { lexsmith: 'lexsmith.js' },
    files: ['lexsmith.js'],
    engines: { node: '>=18' },
    optionalDependencies: Object.fromEntries(Object.entries(optionalDependencies).sort()),
  },
  {
    'lexsmith.js': fs.readFileSync(path.join(__dirname, 'lexsmith.js')),
    'README.md': fs.readFileSync(path.join(__dirname, 'README.md')),
  },
)
