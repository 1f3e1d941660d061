#!/usr/bin/env node
// Runs the program for this platform, which is in a package of its own, with the
// same arguments, streams, signals and exit status.
'use strict'

const { spawn } = require('node:child_process')

// The exit status of lexsmith when a command could not run.
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
      `no package for ${platform}, only for ${supported.map((n) => n.split('/')[1]).join(', ')}`,
      'build it with Go: go install github.com/lexsmith/lexsmith@latest',
    ])
  }
  try {
    return require.resolve(`${name}/bin/lexsmith${process.platform === 'win32' ? '.exe' : ''}`)
  } catch {
    return stop([
      `the package ${name} is not installed; it contains the program for this platform`,
      'it is an optional dependency: install again without --omit=optional (--no-optional)',
      'if node_modules or the lock file come from another platform, remove them first',
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
