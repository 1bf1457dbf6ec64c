import { globSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import { tools } from '../../build/tools.ts'

/** A line of a page that a person types, without its placeholders. `shown` is as the page has it. */
export type PageCommand = { page: string; shown: string; line: string }

const pages = ['README.md', 'SECURITY.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md')].sort()

/** Commands of the worked example of CONTRIBUTING.md, which does not exist. */
const ofExample = /^\/mentions tally\b/

/** Returns each line that the pages name, once for each choice of its optional parts. */
export function pageCommands(beginning: RegExp): PageCommand[] {
  const found = pages.flatMap((page) =>
    linesIn(readFileSync(page, 'utf8'), beginning).flatMap((shown) =>
      choicesOf(shown).map((line) => ({ page, shown, line })),
    ),
  )
  return [...new Map(found.map((one) => [one.line, one])).values()].filter(
    ({ line }) => !ofExample.test(line),
  )
}

function linesIn(page: string, beginning: RegExp): string[] {
  const text = page.replaceAll('\\|', '|')
  const blocks = [...text.matchAll(/^```(?:sh|text)?\n([\s\S]*?)^```$/gm)].flatMap(([, block = '']) =>
    block.split('\n'),
  )
  const spans = [...text.replaceAll(/^```[\s\S]*?^```$/gm, '').matchAll(/`([^`\n]+)`/g)].map(
    ([, span = '']) => span,
  )
  return [...blocks.flatMap((line) => line.replace(/(^|\s)#.*/, '').split(/ && | \| (?=npx)/)), ...spans]
    .map((line) => line.trim())
    .filter((line) => beginning.test(line))
}

/** `[a|b] c [-- d]` without its optional parts, with `a` and `d`, and with `b` and `d`. */
export function choicesOf(shown: string): string[] {
  const groups = [...shown.matchAll(/\[([^\]]+)\]/g)].map(([, choices = '']) => choices.split(/ ?\| ?/))
  const most = Math.max(0, ...groups.map(({ length }) => length))
  const withChoice = (choice: number) =>
    shown.replaceAll(/\[([^\]]+)\]/g, (_, choices: string) => {
      const all = choices.split(/ ?\| ?/)
      return all[Math.min(choice, all.length - 1)] ?? ''
    })
  const without = shown.replaceAll(/\s*\[[^\]]+\]/g, '')
  return [...new Set([without, ...Array.from({ length: most }, (_, choice) => withChoice(choice))])]
}

/** The arguments of a line, as a shell would pass them. */
export const wordsOf = (line: string): string[] =>
  [...line.replaceAll(/\$\([^)]*\)/g, 'X').matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g)].map(([word]) =>
    word.replaceAll(/["']/g, '').replace(/^(?:N|PERCENT)$/, '7'),
  )

const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')))

/** Stands for any command. */
const isAny = (word: string | undefined) => word === undefined || word === 'NAME'

/** What a line starts: our command line with arguments, a script of this repository with arguments, or only words about any command. */
export function startedBy(
  line: string,
): { overheard: string[] } | { script: string; args: string[] } | undefined {
  const [first, second, third, ...rest] = wordsOf(line)
  if (first === 'overheard') return isAny(second) ? undefined : { overheard: wordsOf(line).slice(1) }
  if (first === 'npx') return isAny(third) ? undefined : { overheard: [String(third), ...rest] }
  if (isAny(third)) return undefined
  const args = rest[0] === '--' ? rest.slice(1) : rest
  const script = scripts[String(third)]
  if (script === undefined) throw new Error(`npm run has no ${third}`)
  if (third === 'tool') return ofTool(args)
  const [, ours] = /^(?:exec )?node src\/overheard\.ts ?(.*)$/.exec(script) ?? []
  if (ours === undefined) return { script, args }
  const all = [...wordsOf(ours), ...args]
  return isAny(all[0]) ? undefined : { overheard: all }
}

function ofTool([name, ...args]: string[]): { script: string; args: string[] } | undefined {
  if (name === undefined) return undefined
  const tool = tools[name]
  if (tool === undefined) throw new Error(`there is no tool ${name}`)
  return { script: tool.command, args }
}
