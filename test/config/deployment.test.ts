import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const startScript: string = JSON.parse(readFileSync('package.json', 'utf8')).scripts.start
const v8Flags = startScript.match(/--(max-semi-space-size|v8-pool-size|wasm-tiering-budget)=\d+/g) ?? []
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0

describe('the systemd unit', () => {
  const unit = readFileSync('config/overheard.service', 'utf8')

  it('starts Node with the flags of npm start', () => {
    for (const flag of v8Flags) expect(unit).toContain(flag)
  })

  it('does not start the bot again after exit code 78, which means that its settings cannot be used', () => {
    expect(unit).toMatch(/^RestartPreventExitStatus=78$/m)
  })

  it.skipIf(!hasSystemd)('has an exposure level below 3.0 in systemd-analyze security', () => {
    const args = ['security', '--offline=true', '--threshold=29', '--no-pager', 'config/overheard.service']
    const { status, stdout } = spawnSync('systemd-analyze', args, { encoding: 'utf8' })
    expect(status, stdout).toBe(0)
  })
})

it('the source of the command overheard names the flags for V8 of npm start', () => {
  expect(v8Flags).toHaveLength(3)
  const command = readFileSync('src/overheard.ts', 'utf8')
  for (const flag of v8Flags) expect(command).toContain(flag)
})

describe('the container image', () => {
  const dockerfile = readFileSync('Dockerfile', 'utf8')

  it('starts Node with the flags of npm start', () => {
    for (const flag of v8Flags) expect(dockerfile).toContain(flag)
  })

  it('has a pinned base image, a user that is not root, and a health check', () => {
    expect(dockerfile).toMatch(/^FROM node:\d+\.\d+\.\d+-slim$/m)
    expect(dockerfile.indexOf('USER node')).toBeLessThan(dockerfile.lastIndexOf('CMD'))
    expect(dockerfile).toContain('/healthz')
  })

  it('contains only files that .dockerignore allows, and never an .env file', () => {
    const lines = readFileSync('.dockerignore', 'utf8').split('\n')
    const rules = lines.filter((line) => line !== '' && !line.startsWith('#'))
    expect(rules[0]).toBe('*')
    expect(rules.filter((rule) => rule.startsWith('!')).sort()).toEqual(
      ['!config', '!package-lock.json', '!package.json', '!sandbox', '!src'].sort(),
    )
    expect(rules.at(-1)).toBe('**/.env*')
  })
})
