import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/**
 * A model, what it checks, and what must come out. `flags` are the definitions of the preprocessor. With `formula`, the formula must hold for
 * each fair run; otherwise the assertions are checked, and that nobody waits for ever.
 */
export type Claim = {
  title: string
  model: string
  flags: string[]
  formula?: string
  /** Absent if the model must hold. Otherwise, the assertion that must fail. */
  fails?: string
}

const lease = { model: 'lease.pml' }
const twice = 'posted[pending]<=1'
const storedTwice = 'posted[late]<=1'
const noticeTwice = 'posted[0]<=1'
const notHolder = 'mine==fence'

/** With EFFECTS, a late write is no fault in itself: only what follows from it is. */
export const claims: Claim[] = [
  { ...lease, title: 'nothing is posted twice, out of order or without the lease', flags: [] },
  { ...lease, title: 'all mentions are posted at last', flags: ['CRASHES=1'], formula: 'all' },
  { ...lease, title: 'no notice is sent twice or without the lease', flags: ['NOTICE'] },
  { ...lease, title: 'a notice is sent at last', flags: ['NOTICE', 'CRASHES=1'], formula: 'all' },
  { ...lease, title: 'a webhook receives events in order, and none without the lease', flags: ['WEBHOOK'] },
  {
    ...lease,
    title: 'a webhook receives all events at last',
    flags: ['WEBHOOK', 'CRASHES=1'],
    formula: 'all',
  },
  ...[
    ['PENDING'],
    ['COMMIT'],
    ['CARD'],
    ['COUNTS'],
    ['NOTICE', 'NOTICE'],
    ['QUEUE', 'WEBHOOK'],
    ['REMOVAL', 'WEBHOOK'],
  ].map(([write = '', ...flags]) => ({
    ...lease,
    title: `without the fence of this write, a replaced process writes: ${write.toLowerCase()}`,
    flags: [...flags, `NO_FENCE_${write}`],
    fails: notHolder,
  })),
  {
    ...lease,
    title: 'if a card is stored before its event is queued, the webhook may hear of the claim first',
    flags: ['WEBHOOK', 'CARD_FIRST'],
    fails: 'event!=2||!isReceived[2]||isReceived[1]',
  },
  {
    ...lease,
    title: 'if a post is committed before its event is queued, the event may be lost',
    flags: ['WEBHOOK', 'COMMIT_FIRST'],
    fails: 'watermark==1&&isReceived[1]&&isReceived[2]',
  },
  {
    ...lease,
    title: 'if an event is removed before it was received, it may be lost',
    flags: ['WEBHOOK', 'REMOVED_FIRST'],
    fails: 'watermark==1&&isReceived[1]&&isReceived[2]',
  },
  {
    ...lease,
    title: 'a pending post without fence leads to a second post',
    flags: ['EFFECTS', 'NO_FENCE_PENDING'],
    fails: twice,
  },
  {
    ...lease,
    title: 'a commit without fence leads to a second post',
    flags: ['EFFECTS', 'NO_FENCE_COMMIT'],
    fails: twice,
  },
  {
    ...lease,
    title: 'counts without fence are overwritten by older ones',
    flags: ['EFFECTS', 'NO_FENCE_COUNTS'],
    fails: 'counted<=pending',
  },
  {
    ...lease,
    title: 'a notice without fence, and without a check of what is stored, is sent twice',
    flags: ['EFFECTS', 'NOTICE', 'NO_FENCE_NOTICE', 'BLIND_NOTICE'],
    fails: noticeTwice,
  },
  {
    ...lease,
    title: 'a card that replaces the stored one overwrites a claim, also with a fence',
    flags: ['BLIND_CARD'],
    fails: '!(hasClaimed[pending])||isClaimed[pending]',
  },
  {
    ...lease,
    title: 'without the search for the receipt, a mention is posted twice',
    flags: ['NO_SEARCH'],
    fails: twice,
  },
  {
    ...lease,
    title: 'a message that is sent later than doubtSeconds is posted twice',
    flags: ['SENT_TOO_LATE'],
    fails: twice,
  },
  {
    ...lease,
    title: 'a message that Slack stores later than doubtSeconds is posted twice',
    flags: ['STORED_TOO_LATE'],
    fails: storedTwice,
  },
  {
    ...lease,
    title: 'a notice that is sent later than doubtSeconds is sent twice',
    flags: ['NOTICE', 'SENT_TOO_LATE'],
    fails: noticeTwice,
  },
]

/** Returns the programs that are needed and missing. */
export function missingPrograms(): string[] {
  return ['spin', 'gcc'].filter((program) => spawnSync(program, ['--version']).error !== undefined)
}

const run = promisify(execFile)
const maxBuffer = 64 * 1024 * 1024

/** Returns what is wrong, or undefined if the outcome is as the claim says. Rejects if Spin or the compiler fails. */
export async function verify({ model, flags, formula, fails }: Claim): Promise<string | undefined> {
  const cwd = mkdtempSync(join(tmpdir(), 'overheard-proof-'))
  try {
    const definitions = flags.map((flag) => `-D${flag}`)
    await run('spin', ['-a', ...definitions, join(import.meta.dirname, model)], { cwd, maxBuffer })
    const kind = formula === undefined ? ['-DSAFETY', '-DNOCLAIM'] : ['-DNFAIR=3']
    await run('gcc', ['-O1', '-w', ...kind, '-DMEMLIM=2000', '-o', 'pan', 'pan.c'], { cwd })
    // With -E, a process that waits for ever is no fault: a late write without fence would show that one first.
    const ending = fails === undefined ? [] : ['-E']
    const search = formula === undefined ? ['-m100000', ...ending] : ['-m1000000', '-a', '-f', '-N', formula]
    const { stdout } = await run(join(cwd, 'pan'), search, { cwd, maxBuffer })
    return whatIsWrong(stdout, { flags, formula, fails })
  } finally {
    rmSync(cwd, { recursive: true, force: true })
  }
}

function whatIsWrong(
  report: string,
  { flags, formula, fails }: Pick<Claim, 'flags' | 'formula' | 'fails'>,
): string | undefined {
  const [, found] = /^pan:1: (.*) \(at depth \d+\)$/m.exec(report) ?? []
  if (fails !== undefined) {
    const expected = `assertion violated ${fails}`
    const isExpected = found?.replaceAll(' ', '').replace(/[()]/g, '') === bare(expected)
    return isExpected ? undefined : `expected: ${expected}; found: ${found ?? 'no fault'}`
  }
  if (found !== undefined) return found
  if (!/errors: 0$/m.test(report)) return 'the search did not end'
  // The search for a formula leaves out the runs in which it holds already.
  if (formula !== undefined) return undefined
  // A step that no run reaches was not checked: the model may say something else than it seems to.
  const worker = flags.includes('NOTICE') ? 'sender' : flags.includes('WEBHOOK') ? 'publisher' : 'poller'
  const [, unreached = ''] = report.split(`unreached in proctype ${worker}\n`)
  const [steps = ''] = unreached.split('\nunreached in')
  return /^\t\(0 of \d+ states\)/.test(steps) ? undefined : `steps that no run reaches:\n${steps}`
}

const bare = (text: string) => text.replaceAll(' ', '').replace(/[()]/g, '')
