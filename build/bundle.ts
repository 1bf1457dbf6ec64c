import { chmodSync, cpSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { build, type ChunkingContext, type Plugin } from 'rolldown'
import { memoryVariables, nodeFlags } from '../src/node-flags.ts'

/**
 * The packages that stay outside: the bot does not load them when it runs on a folder. The rest is part of the bundle, because Node needs
 * 1.7 times as long to start if it has to find and load each module of Bolt, zod, date-fns and undici.
 */
export const notAtRest = /^(@clack\/prompts|eld|node-ical|pg)(\/|$)/

/** `pg` works without `pg-native`. */
export const never = /^pg-native(\/|$)/

/** The packages that the page of the Slack workspace loads. */
const pagePackages = { 'page/packages/htm': 'htm', 'page/packages/preact': 'preact' }

/** Files that programs read or preload at run time, and their places beside the code. */
const assets = {
  'src/compile-cache.js': 'compile-cache.js',
  'sandbox/demo/shift-clock.js': 'shift-clock.js',
  'packages/slack-on-your-desk/src/page': 'page',
}

/**
 * Node keeps the text of each program in memory, and needs two bytes for every character if one of them is not in Latin-1. Names and lines stay
 * as they are, so that a stack trace can be read.
 */
const small = {
  comments: false,
  minify: { compress: false, mangle: false, codegen: { removeWhitespace: false, asciiOnly: true } },
} as const

/** Writes programs with source maps into a folder. `programs`: source by name. */
export async function bundle(
  programs: Record<string, string>,
  dir: string,
  external = notAtRest,
): Promise<void> {
  await build({
    input: { ...programs, ...pagePackages },
    platform: 'node',
    external,
    plugins: [oneFileForLanguage],
    output: {
      ...small,
      dir,
      cleanDir: true,
      sourcemap: true,
      chunkFileNames: '[name]-[hash].js',
      codeSplitting: { groups: filesOfStart },
    },
    logLevel: 'warn',
  })
  for (const [from, to] of Object.entries(assets)) cpSync(from, join(dir, to), { recursive: true })
  if (programs.overheard !== undefined) startWithShell(join(dir, 'overheard.js'))
}

/**
 * Makes the command a script of the shell, too, because a first Node that only gives a second one its flags costs a fifth of the start of a bare Bolt
 * app. The shell does nothing in `':' //` and goes on behind it; JavaScript reads a text and a comment.
 */
function startWithShell(file: string): void {
  const [, ...lines] = readFileSync(file, 'utf8').split('\n')
  const commands = [
    ...Object.entries(memoryVariables).map(([name, value]) => `export ${name}="\${${name}:-${value}}"`),
    'if [ $# -eq 0 ]; then set -- --help; fi',
    'if [ -r .env ]; then overheard_env=--env-file=.env; else overheard_env=; fi',
    `exec node ${nodeFlags.join(' ')} $overheard_env "$0" "$@"`,
  ]
  writeFileSync(file, ['#!/usr/bin/env sh', `':' //; ${commands.join('; ')}`, ...lines].join('\n'))
  chmodSync(file, 0o755)
}

/**
 * What the bot loads when it starts is in three files, because Node needs a millisecond of CPU for each, and there would be sixty. Other programs
 * load what they share with the bot, and little else.
 */
const filesOfStart = [
  { name: 'all-programs', loadedBy: ['src/main.ts'], priority: 3 },
  {
    name: 'bot-and-service',
    loadedBy: ['src/cli/start.ts', 'packages/listen/src/mention-service.ts'],
    priority: 2,
  },
  { name: 'bot', loadedBy: ['src/cli/start.ts'], priority: 1 },
].map(({ name, loadedBy, priority }) => {
  let of: Set<string>[] | undefined
  return {
    debugName: name,
    priority,
    name(id: string, context: ChunkingContext) {
      of ??= loadedBy.map((program) => modulesOf(program, context))
      return of.every((modules) => modules.has(id)) ? name : null
    },
  }
})

/** Returns the modules that a program loads at once, without itself. */
function modulesOf(program: string, context: ChunkingContext): Set<string> {
  const loaded = new Set<string>()
  const waiting = [resolve(program)]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (loaded.has(next)) continue
    loaded.add(next)
    waiting.push(...(context.getModuleInfo(next)?.importedIds ?? []))
  }
  loaded.delete(resolve(program))
  return loaded
}

/**
 * A folder of sentences loads the file of a language by its name. In a bundle, all files of a language are one, which a process loads if somebody
 * speaks it.
 */
const oneFileForLanguage: Plugin = {
  name: 'languages',
  resolveId: (id) => (id.startsWith(inBundle) ? id : null),
  load(id) {
    if (id === inBundle) return loadLanguages()
    return id.startsWith(inBundle) ? textsOfLanguage(id.slice(inBundle.length + 1)) : null
  },
  transform(code, id) {
    const folder = JSON.stringify(relative('.', dirname(id)))
    return loadTexts.test(code)
      ? {
          code: `import { textsIn } from '${inBundle}'; ${code.replace(loadTexts, `textsIn(${folder}, language)`)}`,
          map: null,
        }
      : null
  },
}

const inBundle = 'language'

/** How a folder of sentences loads them. */
const loadTexts = /import\(`\.\/texts\.\$\{language\}\.ts`\)/

const filesOfTexts = (language: string) =>
  globSync(`src/**/texts.${language}.ts`, { exclude: ['src/**/texts.en.ts'] }).sort()

function loadLanguages(): string {
  const languages = new Set(filesOfTexts('*').map((file) => file.split('.')[1] ?? ''))
  const loaders = [...languages].map((language) => `${language}: () => import('${inBundle}-${language}')`)
  return `const loaders = { ${loaders.join(', ')} }
export async function textsIn(folder, language) {
  const { folders } = await loaders[language]()
  return { [language]: folders[folder] }
}`
}

function textsOfLanguage(language: string): string {
  const files = filesOfTexts(language)
  const imports = files.map(
    (file, place) => `import { ${language} as texts${place} } from ${JSON.stringify(resolve(file))}`,
  )
  const entries = files.map((file, place) => `  ${JSON.stringify(dirname(file))}: texts${place},`)
  return [...imports, 'export const folders = {', ...entries, '}'].join('\n')
}
