/**
 * Compares every method of the workspace with a machine-readable list of Slack's: required arguments, error codes, scopes and rate tier.
 * `npm run methods -- FOLDER`, where FOLDER has one `<method>.json` for each method, as `priv/docs/methods` of smstoslack/slack_kit does. Prints
 * each difference with its reason. The exit code is 1 if a difference has no reason in `known-differences.json`, or a reason has no difference.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { commonErrors } from '../../src/web-api/call.ts'
import type { Method } from '../../src/web-api/method.ts'
import { methods } from '../../src/web-api/methods.ts'
import known from './known-differences.json' with { type: 'json' }

const scopes = z.array(z.object({ name: z.string() }).loose())
const factsSchema = z.object({
  args: z.record(z.string(), z.object({ required: z.boolean().optional() }).loose()).default({}),
  errors: z.record(z.string(), z.unknown()).default({}),
  rate_limit: z.union([z.object({ label: z.string() }).loose(), z.string(), z.null()]).optional(),
  scopes: z
    .union([z.object({ bot: scopes.optional(), user: scopes.optional() }), z.array(z.unknown()), z.null()])
    .optional(),
})
type Facts = z.infer<typeof factsSchema>

function factsIn(folder: string): Map<string, Facts> {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
  return new Map(
    files.map((name) => [
      name.slice(0, -'.json'.length),
      factsSchema.parse(JSON.parse(readFileSync(join(folder, name), 'utf8'))),
    ]),
  )
}

/** The differences of a method, each as a short line that names both sides. */
function differences(method: Method, facts: Facts, common: ReadonlySet<string>): string[] {
  const required = Object.entries(facts.args)
    .filter(([name, { required }]) => required === true && name !== 'token')
    .map(([name]) => name)
  const listed = facts.scopes === null || Array.isArray(facts.scopes) ? {} : (facts.scopes ?? {})
  const undocumented = (method.errors ?? []).filter(
    (code) => code !== '*' && !(code in facts.errors) && !common.has(code),
  )
  const kinds = method.tokens ?? ['bot']
  return [
    ...compared('required', method.required ?? [], required),
    ...compared(
      'scopes',
      kinds.includes('bot') ? (method.scopes ?? []) : undefined,
      listed.bot?.map(({ name }) => name),
    ),
    ...compared(
      'user scopes',
      kinds.includes('user') ? (method.userScopes ?? method.scopes ?? []) : undefined,
      listed.user?.map(({ name }) => name),
    ),
    ...(undocumented.length === 0 ? [] : [`errors: the list has no ${undocumented.join(', ')}`]),
    ...compared('tier', [String(method.tier)], [tierOf(facts)]),
  ]
}

/** Nothing to compare if one side is undefined. */
function compared(what: string, ours?: readonly string[], theirs?: readonly string[]): string[] {
  if (ours === undefined || theirs === undefined) return []
  const [here, there] = [[...new Set(ours)].toSorted(), [...new Set(theirs)].toSorted()]
  return here.join() === there.join()
    ? []
    : [`${what}: ${here.join(', ') || 'none'} here, ${there.join(', ') || 'none'} in the list`]
}

function tierOf({ rate_limit: limit }: Facts): string {
  const label = typeof limit === 'object' && limit !== null ? limit.label : ''
  return /^Tier (\d)/.exec(label)?.[1] ?? 'special'
}

function report(folder: string): number {
  const list = factsIn(folder)
  const shared = z
    .record(z.string(), z.unknown())
    .parse(JSON.parse(readFileSync(join(folder, '..', 'common_errors.json'), 'utf8')))
  const common = new Set([...Object.keys(shared), ...commonErrors])
  const reasons = new Map(Object.entries(known))
  const unexplained: string[] = []
  let same = 0
  for (const [name, method] of methods) {
    const facts = list.get(name)
    const found = facts === undefined ? ['the list does not have it'] : differences(method, facts, common)
    if (found.length === 0) same += 1
    for (const difference of found) {
      const line = `${name} ${difference}`
      const reason = reasons.get(line)
      reasons.delete(line)
      if (reason === undefined) unexplained.push(line)
      print(`${line}\n    ${reason ?? 'NO REASON'}`)
    }
  }
  const missing = [...list.keys()].filter((name) => !methods.has(name))
  print(
    `\n${methods.size} methods, ${same} without a difference, ${unexplained.length} differences without a reason.`,
  )
  print(`Not here: ${missing.length} methods of the list: ${familiesOf(missing)}.`)
  const codes = [...methods].flatMap(([name, { errors = [] }]) => {
    const theirs = Object.keys(list.get(name)?.errors ?? {}).filter((code) => !common.has(code))
    return theirs.map((code) => errors.includes(code) || errors.includes('*'))
  })
  print(
    `Of ${codes.length} documented error codes of these methods, ${codes.filter(Boolean).length} can happen here.`,
  )
  for (const line of reasons.keys()) print(`A reason without a difference: ${line}`)
  return unexplained.length + reasons.size > 0 ? 1 : 0
}

function familiesOf(names: string[]): string {
  const counts = Map.groupBy(names, (name) => name.slice(0, name.indexOf('.')))
  return [...counts].map(([family, { length }]) => `${family} ${length}`).join(', ')
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

const [folder] = process.argv.slice(2)
if (folder === undefined) {
  process.stderr.write('Which folder? npm run methods -- FOLDER\n')
  process.exitCode = 2
} else process.exitCode = report(folder)
