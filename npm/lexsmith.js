#!/usr/bin/env node
// Runs the program of this platform, which comes in a package of its own, with
// the same arguments, streams, signals and exit status.
'use strict'

const { spawn } = require('node:child_process')

// The work could not be done, as lexsmith itself says it.
const FAILURE = 2

function stop(message) {
  process.stderr.write(message.map((line) => `lexsmith: ${line}\n`).join(''))
  process.exit(FAILURE)
}

function find() {
  const platform = `${process.platform}-${process.arch}`
  const name = `@lexsmith/${platform}`
  const supported = Object.keys(require('./package.json').optionalDependencies)
  if (!supported.includes(name)) {
    stop([
      `there is no package for ${platform}, only for ${supported.map((n) => n.split('/')[1]).join(', ')}`,
      'with Go it can be built: go install github.com/lexsmith/lexsmith@latest',
    ])
  }
  try {
    return require.resolve(`${name}/bin/lexsmith${process.platform === 'win32' ? '.exe' : ''}`)
  } catch {
    return stop([
      `the package ${name} is not installed; it holds the program for this platform`,
      'it is an optional dependency: install again without --omit=optional (--no-optional)',
      'with a node_modules folder or lock file of another platform, remove them first',
    ])
  }
}

const child = spawn(find(), process.argv.slice(2), { stdio: 'inherit' })
child.on('error', (err) => stop([err.message]))

const signals = process.platform === 'win32' ? ['SIGINT'] : ['SIGINT', 'SIGTERM', 'SIGHUP']
for (const signal of signals) process.on(signal, () => child.kill(signal))

child.on('exit', (status, signal) => {
  if (signal === null) process.exit(status)
  for (const s of signals) process.removeAllListeners(s)
  process.kill(process.pid, signal)
})
