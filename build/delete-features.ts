/**
 * Checks that each feature can be deleted: `npm run tool -- delete-features`, or with the names of some features behind it. For each one, it deletes the
 * folders of the feature and its line in src/features.ts in a copy of the project, and generates the docs; then the types must be right. Without
 * names, at the end it deletes all of them at once, and runs the tests whose outcome that can change: those that read files, and those that
 * import src/features.ts, also through other files. With `--tests` it runs them without each feature, too, which takes minutes for each.
 * With `--together` it does only the last part, and with `--e2e` it runs the e2e tests in that part, too.
 */
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { parseArgs } from 'node:util'
import { foldersIn, listFile, withoutFeatures } from './feature-list.ts'
import { copyFiles, copyProject, runIn } from './project-copy.ts'

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
  return globSync(
    ['test/**/*.test.ts', 'packages/{base,listen,mention-client,post-once}/test/**/*.test.ts'],
    {
      cwd: root,
    },
  )
    .filter(notices)
    .sort()
}

function readOrNothing(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

function deleteFolders(copy: string, folders: string[]): void {
  for (const folder of folders)
    for (const side of ['src', 'test'])
      rmSync(join(copy, side, 'features', folder), { recursive: true, force: true })
  const path = join(copy, listFile)
  writeFileSync(path, withoutFeatures(readFileSync(path, 'utf8'), folders))
}

type Round = [deleted: string[], steps: Step[]]
type Step = [name: string, ...command: string[]]

/** Deletes nothing but the features, so the lint of single files cannot change, except that of the list. */
const checks: Step[] = [
  ['format', 'biome', 'check', '--write', listFile],
  ['docs', 'node', 'build/docs/main.ts'],
  // What was checked of the rounds before is not checked again.
  ['types', 'tsc', '--tsBuildInfoFile', 'types.tsbuildinfo'],
]

/** Returns the names of the steps that fail without some features, in a copy that has everything. */
function run(copy: string, folders: string[], steps: Step[]): string[] {
  copyFiles(copy)
  deleteFolders(copy, folders)
  return steps.filter((step) => !runsWell(step, copy)).map(([name]) => name)
}

function runsWell([name, program = '', ...args]: Step, copy: string): boolean {
  process.stdout.write(` ${name}`)
  const { isGreen, output } = runIn(copy, program, args)
  if (!isGreen) process.stdout.write(` failed:\n${output}`)
  return isGreen
}

/** It runs the commands that the pages name, which name those of deleted features, too. */
const ofPages = 'test/docs/commands.test.ts'

function testSteps(deleted: string[], withE2e: boolean): Step[] {
  const isLeft = (file: string) =>
    file !== ofPages && !deleted.some((folder) => file.startsWith(`test/features/${folder}/`))
  const unit = testsThatNotice('.').filter((file) => !file.includes('/e2e/') && isLeft(file))
  const e2e: Step = ['e2e', 'vitest', 'run', '--silent', '--project', 'e2e-core', '--project', 'e2e-rest']
  return [['tests', 'vitest', 'run', '--silent', '--project', 'unit', ...unit], ...(withE2e ? [e2e] : [])]
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      together: { type: 'boolean', default: false },
      tests: { type: 'boolean', default: false },
      e2e: { type: 'boolean', default: false },
    },
  })
  const folders = positionals.length > 0 ? positionals : foldersIn(readFileSync(listFile, 'utf8'))
  const alone = folders.map(
    (one): Round => [[one], values.tests ? [...checks, ...testSteps([one], false)] : checks],
  )
  const together: Round = [folders, [...checks, ...testSteps(folders, values.e2e)]]
  const isAll = positionals.length === 0
  const rounds = values.together ? [together] : [...alone, ...(isAll ? [together] : [])]
  const copy = copyProject()
  for (const [deleted, steps] of rounds) {
    const began = Date.now()
    process.stdout.write(`Without ${deleted.join(', ')}:`)
    const failed = run(copy, deleted, steps)
    const result = failed.length === 0 ? 'green' : `FAILED (${failed.join(', ')})`
    process.stdout.write(`: ${result}, ${Math.round((Date.now() - began) / 1000)} s.\n`)
    if (failed.length > 0) process.exitCode = 1
  }
  if (process.env.KEEP_COPIES === undefined) rmSync(copy, { recursive: true, force: true })
  else process.stdout.write(`${copy}\n`)
}
