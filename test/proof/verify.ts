import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Claim, type Fault, faults } from './claims.ts'
import { withDefinitions } from './promela.ts'

/** Returns the programs that are needed and missing. */
export function missingPrograms(): string[] {
  return ['spin', 'gcc'].filter((program) => spawnSync(program, ['--version']).error !== undefined)
}

export const textOf = (model: string) =>
  readFileSync(join(import.meta.dirname, 'models', `${model}.pml`), 'utf8')

export function textWith(model: string, values: Record<string, string | number | boolean>): string {
  const text = textOf(model)
  if (model !== 'records') return withDefinitions(text, values)
  return (
    Object.entries(values)
      .map(([name, value]) => `#define ${name} ${value}\n`)
      .join('') + text
  )
}

/** `states` counts the states that Spin has visited. */
export type Verdict = { states: number; wrong?: string }

const run = promisify(execFile)
const maxBuffer = 64 * 1024 * 1024

/** Checks a claim with Spin. Rejects if Spin or the compiler fails. */
export async function verify({ model, values, without, fails, ends, formula }: Claim): Promise<Verdict> {
  const text = textWith(model, { ...values, ...(without === undefined ? {} : { [without]: false }) })
  const kind =
    formula !== undefined ? ['-DNFAIR=3'] : ends ? ['-DNP', '-DNOCLAIM'] : ['-DSAFETY', '-DNOCLAIM']
  const compared = ends ? kind.filter((flag) => flag !== '-DNOCLAIM') : kind
  const search =
    formula !== undefined
      ? ['-a', '-f', '-N', formula]
      : ends
        ? ['-l']
        : model === 'records' && fails !== undefined
          ? ['-E']
          : []
  const report = await searched(text, compared, search)
  const found = /^pan:1: (.*) \(at depth \d+\)$/m.exec(report)?.[1]
  const states = Number(/^ *(\d+(?:\.\d+)?(?:e\+\d+)?) states, stored/m.exec(report)?.[1] ?? 0)
  const problem = whatIsWrong(text, report, found, fails)
  return problem === undefined ? { states } : { states, wrong: problem }
}

/** Counts the reachable states of a model. The process that checks the end of a run waits for ever, so it adds no states. */
export async function countStates(text: string): Promise<number> {
  // Without this process, Spin would leave out variables that nothing else reads. With -E, its waiting is no fault.
  const waiting = text.replace('  timeout;', '  timeout && false;')
  const report = await searched(waiting, ['-DSAFETY', '-DNOREDUCE'], ['-E'])
  return Number(/^ *(\d+) states, stored/m.exec(report)?.[1])
}

async function searched(text: string, kind: string[], search: string[]): Promise<string> {
  const cwd = mkdtempSync(join(tmpdir(), 'overheard-proof-'))
  try {
    writeFileSync(join(cwd, 'model.pml'), text)
    await run('spin', ['-a', 'model.pml'], { cwd, maxBuffer })
    await run('gcc', ['-O1', '-w', ...kind, '-DMEMLIM=4000', '-o', 'pan', 'pan.c'], { cwd })
    const { stdout } = await run(join(cwd, 'pan'), ['-m200000', ...search], { cwd, maxBuffer })
    return stdout
  } finally {
    rmSync(cwd, { recursive: true, force: true })
  }
}

function whatIsWrong(
  text: string,
  report: string,
  found: string | undefined,
  fails: Fault | undefined,
): string | undefined {
  if (fails === undefined) {
    if (found !== undefined) return found
    return /errors: 0$/m.test(report) && !/max search depth too small/.test(report)
      ? undefined
      : 'the search did not end'
  }
  return found !== undefined && faults[fails].test(faultOf(text, found))
    ? undefined
    : `expected: ${fails}; found: ${found ?? 'no fault'}`
}

/** The assertion after `timeout` is that of the end of a run. */
function faultOf(text: string, found: string): string {
  const assertion = found.replace(/^assertion violated /, '').replaceAll(/[\s()]/g, '')
  const isEnd = !/_pid|<=|fence|counted|hasClaimed|deletions|event|isReceived/.test(assertion)
  return isEnd && text.includes('  timeout;') ? `end: ${assertion}` : assertion
}
