import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { isBuiltin } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { stringify } from 'yaml'
import { z } from 'zod'
import { channel, createWorld, endOf, type World } from '../tools/e2e/bot-world.ts'

/**
 * The package from outside: what `npm pack` makes, in an empty folder with production dependencies only. The dependencies are copies of the
 * installed ones, so the test needs no network.
 */

const names = z.record(z.string(), z.string()).default({})
const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({ dependencies: names, optionalDependencies: names, resolved: z.string().optional() }),
  ),
})
type Packages = z.infer<typeof lockSchema>['packages']

/** The folders of what npm installs for users of the bot: not what only tests need, and not what only the Slack workspace needs. */
function installedFolders(packages: Packages, from = '', found = new Set<string>()): Set<string> {
  const { dependencies = {}, optionalDependencies = {} } = packages[from] ?? {}
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
    const folder = folderOf(packages, from, name)
    if (folder === undefined || found.has(folder)) continue
    found.add(folder)
    // Packages of the repository itself are links.
    installedFolders(packages, packages[folder]?.resolved ?? folder, found)
  }
  return found
}

/** Finds a package as Node does: in the folder of the package that needs it, then in those around it. */
function folderOf(packages: Packages, from: string, name: string): string | undefined {
  const folder = `${from === '' ? '' : `${from}/`}node_modules/${name}`
  if (folder in packages) return folder
  const outside = from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/')))
  return from === '' ? undefined : folderOf(packages, outside, name)
}

/** Returns what is imported from outside `dist` by a program, or by those that it imports. Leaves out what is imported only when it is needed. */
function importedBy(dist: string, program: string, seen = new Set<string>()): string[] {
  if (seen.has(program)) return []
  seen.add(program)
  const imports = readFileSync(join(dist, program), 'utf8').matchAll(/^import (?:[^;]* from )?"(.+?)";$/gm)
  return [...imports].flatMap(([, from = '']) =>
    from.startsWith('./') ? importedBy(dist, from.slice('./'.length), seen) : [from],
  )
}

const megabyte = 1024 ** 2
const bytesIn = (folder: string, ...files: string[]) =>
  files.reduce((sum, file) => sum + lstatSync(resolve(folder, file)).size, 0)
const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file))

let folder: string
let installed: string[]
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'overheard-package-'))
  const modules = join(folder, 'node_modules')
  execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], { stdio: 'pipe' })
  mkdirSync(join(modules, 'overheard'), { recursive: true })
  const unpack = 'tar -xzf overheard-*.tgz --strip-components=1 -C node_modules/overheard'
  execFileSync('sh', ['-c', unpack], { cwd: folder })
  const { packages } = lockSchema.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')))
  const packed = lockSchema.shape.packages.valueType.parse(
    JSON.parse(readFileSync(join(modules, 'overheard/package.json'), 'utf8')),
  )
  installed = [...installedFolders({ ...packages, '': packed })]
  for (const path of installed)
    if (path.lastIndexOf('node_modules/') === 0) cpSync(path, join(folder, path), { recursive: true })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Starts the command `overheard` in the user's folder. */
function overheard(...args: string[]) {
  const command = join(folder, 'node_modules/overheard/dist/overheard.js')
  const child = spawn(process.execPath, [command, ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += String(chunk)
    })
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve))
  return { child, output: () => output, closed }
}

async function until<Found>(find: () => Promise<Found | undefined> | Found | undefined): Promise<Found> {
  for (;;) {
    const found = await find()
    if (found !== undefined) return found
    await wait(50)
  }
}

describe('the package, installed with production dependencies only', () => {
  it('contains no tests and no sources of the bot, but the configuration examples and its licences', () => {
    const files = execFileSync('find', ['.', '-type', 'f'], {
      cwd: join(folder, 'node_modules/overheard'),
      encoding: 'utf8',
    })
    expect(files).toContain('./config/overheard.example.yaml\n')
    expect(files).toContain('./config/overheard.schema.json\n')
    expect(files).toContain('./dist/third-party-licences.txt\n')
    expect(files).not.toMatch(/^\.\/(src|test|sandbox|bench|build)\//m)
    expect(existsSync(join(folder, 'node_modules/preact'))).toBe(false)
  })

  it('is small, and brings along only what its bundle does not contain', () => {
    const [file = ''] = readdirSync(folder).filter((name) => name.endsWith('.tgz'))
    expect(bytesIn(folder, file)).toBeLessThan(2.5 * megabyte)
    expect(bytesIn(folder, ...filesIn(join(folder, 'node_modules')))).toBeLessThan(45 * megabyte)
    expect(installed.length + 1).toBeLessThanOrEqual(45)
  })

  it('leaves the manifest of the repository as it was, because npm start needs all packages', () => {
    const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
    expect(Object.keys(dependencies)).toContain('@slack/bolt')
  })

  it('has programs of one byte a character, because Node keeps their text in memory', () => {
    const dist = join(folder, 'node_modules/overheard/dist')
    const programs = readdirSync(dist).filter((file) => file.endsWith('.js'))
    const isLarger = (file: string) => /\P{ASCII}/u.test(readFileSync(join(dist, file), 'utf8'))
    expect(programs.length).toBeGreaterThan(50)
    expect(programs.filter(isLarger)).toEqual([])
  })

  it('starts without any package outside its bundle', () => {
    const dist = join(folder, 'node_modules/overheard/dist')
    const start = /import\("\.\/(start-.+?)"\)/.exec(readFileSync(join(dist, 'main.js'), 'utf8'))?.[1]
    const loaded = importedBy(dist, start ?? '')
    expect(loaded).toContain('node:fs')
    expect(loaded.filter((name) => !isBuiltin(name))).toEqual([])
  })

  it('is started by the shell, through a link, with the flags of Node and with .env', () => {
    const link = join(folder, 'overheard-link')
    symlinkSync('node_modules/overheard/dist/overheard.js', link)
    const env = { PATH: `${dirname(process.execPath)}:${process.env.PATH}` }
    const run = (cwd: string, ...args: string[]) => {
      const { stdout, stderr } = spawnSync(link, args, { cwd, env, encoding: 'utf8' })
      return `${stdout}${stderr}`
    }
    expect(run(folder)).toContain('Usage: overheard')
    const elsewhere = mkdtempSync(join(folder, 'with blank '))
    expect(run(elsewhere, 'start')).not.toContain('LOG_LEVEL')
    writeFileSync(join(elsewhere, '.env'), 'LOG_LEVEL=loud')
    expect(run(elsewhere, 'start')).toContain('LOG_LEVEL')
  })

  it('has no problem that publint finds', async () => {
    const { messages, pkg } = await publint({
      pkgDir: join(folder, 'node_modules/overheard'),
      pack: false,
      strict: true,
    })
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([])
  })

  it('shows the first card of the demo, and its page', async () => {
    const { child, output, closed } = overheard('demo', '--port', '0')
    const url = await until(() => /http:\/\/[\d.:]+/.exec(output())?.[0])
    const request = { method: 'POST', body: JSON.stringify({ channel: 'support' }) }
    await until(async () => {
      const messages = await (await fetch(`${url}/_control/messages`, request)).text()
      return messages.includes('"overheard_mentions"') ? messages : undefined
    })
    expect(await (await fetch(`${url}/page/main.ts`)).text()).toContain("from '/page/packages/preact.js'")
    expect((await fetch(`${url}/page/packages/preact.js`)).status).toBe(200)
    child.kill('SIGTERM')
    expect(await closed).toBe(0)
  })

  describe('with .env and config/overheard.yaml in the working folder', () => {
    let world: World
    beforeAll(async () => {
      const subscription = { name: 'acme', alert: 'Acme brand', channel, schedule: '* * * * * *' }
      const configuration = { subscriptions: [subscription] }
      world = await createWorld({ configuration })
      mkdirSync(join(folder, 'config'))
      writeFileSync(join(folder, 'config/overheard.yaml'), stringify(configuration))
      const { PATH: _path, CONFIG_FILE: _file, DATA_DIR: _data, ...settings } = world.environment
      const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`)
      writeFileSync(join(folder, '.env'), lines.join(''), { mode: 0o600 })
    })
    afterAll(() => world.close())

    it('check and doctor find no fault', async () => {
      const [check, doctor] = [overheard('check'), overheard('doctor')]
      expect(await check.closed, check.output()).toBe(0)
      expect(await doctor.closed, doctor.output()).toBe(0)
      expect(check.output()).toBe('config/overheard.yaml is valid (subscriptions: 1, digests: 0).\n')
      expect(doctor.output()).toContain('No problems found.')
      const manifest = 'node_modules/overheard/config/slack-manifest.json'
      expect(doctor.output()).toContain(`compares the app with ${manifest}`)
      expect(existsSync(join(folder, manifest))).toBe(true)
    })

    it('start says which files it read, and posts each mention once although it is killed', async () => {
      const first = overheard('start')
      await world.until('the initial sync', () => world.watches())
      expect(first.output()).toContain('"files":[".env","config/overheard.yaml"]')
      world.add(1)
      await world.until('the first mention', () => world.ids().includes('1'))
      world.add(2)
      await endOf(first.child, 'SIGKILL')
      world.add(3)
      const second = overheard('start')
      await world.until('the others', () => world.ids().includes('3'))
      expect(world.ids()).toEqual(['1', '2', '3'])
      second.child.kill('SIGTERM')
      expect(await second.closed, second.output()).toBe(0)
    })
  })
})

describe('a clone with production dependencies only', () => {
  it('starts with npm start, and watches its alert', async () => {
    const clone = mkdtempSync(join(tmpdir(), 'overheard-clone-'))
    onTestFinished(() => rmSync(clone, { recursive: true, force: true }))
    for (const part of ['package.json', 'packages', 'src', 'sandbox', 'config'])
      cpSync(part, join(clone, part), { recursive: true })
    const { packages } = lockSchema.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')))
    for (const path of installedFolders(packages)) {
      if (path.lastIndexOf('node_modules/') !== 0) continue
      mkdirSync(dirname(join(clone, path)), { recursive: true })
      const own = packages[path]?.resolved
      symlinkSync(own === undefined ? resolve(path) : join(clone, own), join(clone, path))
    }
    const subscription = { name: 'acme', alert: 'Acme brand', channel, schedule: '* * * * * *' }
    const world = await createWorld({ configuration: { subscriptions: [subscription] } })
    onTestFinished(() => world.close())
    const { PATH: _path, ...environment } = world.environment
    const path = `${dirname(process.execPath)}:${process.env.PATH}`
    const child = spawn('npm', ['start', '--silent'], {
      cwd: clone,
      env: { ...environment, PATH: path },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let errors = ''
    child.stderr.on('data', (chunk) => {
      errors += String(chunk)
    })
    const ended = once(child, 'exit')
    await Promise.race([
      world.until('the initial sync', () => world.watches()),
      ended.then(([code]) => Promise.reject(new Error(`npm start ended with ${code}: ${errors}`))),
    ])
    child.kill('SIGTERM')
    await ended
  })
})
