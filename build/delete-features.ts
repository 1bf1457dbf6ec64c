/**
 * Checks that each feature can be deleted: `npm run delete-features`, or with the names of some features behind it. For each one, it copies the
 * project, deletes the folders of the feature and its line in src/features.ts, and generates the docs. Then the types, lint and the tests that
 * can notice it must be green: those that read files, and those that import src/features.ts, also through other files. With `--together`
 * it deletes all of them at once instead, and runs the e2e tests.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, normalize } from 'node:path'
import { parseArgs } from 'node:util'
import { foldersIn, listFile, withoutFeatures } from './feature-list.ts'

/** Returns the test files whose outcome a feature can change, because they or what they import read files or know the list of features. */
export function testsThatNotice(root: string): string[] {
  const sources = new Map<string, string>()
  const sourceOf = (file: string) => {
    const known = sources.get(file)
    if (known !== undefined) return known
    const text = readOrNothing(join(root, file))
    sources.set(file, text)
    return text
  }
  const importedBy = (file: string) =>
    [...sourceOf(file).matchAll(/(?:from|import)\s*\(?\s*'(\.[^'\n]+)'/g)].map(([, specifier = '']) =>
      normalize(join(dirname(file), specifier)),
    )
  const notices = (file: string) => {
    const seen = new Set([file])
    for (const one of seen) {
      if (one === listFile) return true
      if (one.startsWith('test/') && /\b(globSync|readFileSync|readdirSync|readFile)\b/.test(sourceOf(one)))
        return true
      for (const other of importedBy(one)) seen.add(other)
    }
    return false
  }
  return globSync('test/**/*.test.ts', { cwd: root }).filter(notices).sort()
}

function readOrNothing(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** Copies the files that git knows or could know, and links the packages. */
function copyProject(): string {
  const folder = mkdtempSync(join(tmpdir(), 'overheard-without-'))
  const listed = spawnSync('git', ['ls-files', '-zco', '--exclude-standard'], { encoding: 'utf8' })
  for (const file of new Set(listed.stdout.split('\0').filter(Boolean)))
    cpSync(file, join(folder, file), { recursive: true, errorOnExist: false, force: true })
  for (const packages of ['node_modules', 'sandbox/slack/node_modules'])
    symlinkSync(join(process.cwd(), packages), join(folder, packages))
  return folder
}

function check(folders: string[], commands: string[][]): string[] {
  const copy = copyProject()
  try {
    for (const folder of folders)
      for (const side of ['src', 'test'])
        rmSync(join(copy, side, 'features', folder), { recursive: true, force: true })
    const path = join(copy, listFile)
    writeFileSync(path, withoutFeatures(readFileSync(path, 'utf8'), folders))
    return commands.filter((command) => !runsWell(command, copy)).map(([program, second]) => `${program} ${second}`)
  } finally {
    if (process.env.KEEP_COPIES === undefined) rmSync(copy, { recursive: true, force: true })
    else process.stdout.write(`${copy}\n`)
  }
}

function runsWell([program = '', ...args]: string[], cwd: string): boolean {
  const { status, stdout, stderr } = spawnSync(join('node_modules/.bin', program), args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
  if (status !== 0) process.stderr.write(`${stdout}${stderr}`)
  return status === 0
}

const checks = [
  ['biome', 'format', '--write', listFile],
  ['node', 'build/docs/main.ts'],
  ['node', 'build/feature-imports.ts', '--shrink'],
  ['tsc', '--incremental', 'false'],
  ['biome', 'check', '.'],
  ['depcruise', '--config', '.dependency-cruiser.mjs', 'src', 'service', 'sandbox'],
]

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { together: { type: 'boolean' } },
  })
  const folders = positionals.length > 0 ? positionals : foldersIn(readFileSync(listFile, 'utf8'))
  const noticing = testsThatNotice('.')
  const unit = noticing.filter((file) => !file.includes('/e2e/'))
  const rounds = values.together ? [folders] : folders.map((folder) => [folder])
  for (const deleted of rounds) {
    const isLeft = (file: string) => !deleted.some((folder) => file.startsWith(`test/features/${folder}/`))
    const tests = ['vitest', 'run', '--silent', '--project', 'unit', ...unit.filter(isLeft)]
    const e2e = ['vitest', 'run', '--silent', '--project', 'e2e-core', '--project', 'e2e-rest']
    const failed = check(deleted, [...checks, tests, ...(values.together ? [e2e] : [])])
    const what = `Without ${deleted.join(', ')}`
    process.stdout.write(failed.length === 0 ? `${what}: green.\n` : `${what} these fail: ${failed.join(', ')}.\n`)
    if (failed.length > 0) process.exitCode = 1
  }
}
