import { exitCodes } from '../app/exit-codes.ts'
import type { Now, Sleep } from '../mentions/ports.ts'
import { createDialogue, type Dialogue, type Input, type Output, SetupEnded } from './dialogue.ts'
import { interview } from './interview.ts'
import { type Files, readKept } from './kept.ts'
import { createListAlerts } from './list-alerts.ts'
import { hindrance, save } from './save.ts'
import { createSlackCalls } from './slack-calls.ts'
import { standingFaults } from './standing-faults.ts'
import type { Recall } from './subscription-step.ts'
import { lastWords, putRightFirst, welcome } from './words.ts'

/** What the setup is given. */
type SetupOptions = {
  input: Input
  output: Output
  /** The variables of the process, those of `.env` included. */
  environment: Record<string, string | undefined>
  /** Where the results go. */
  files: Files
  now: Now
  sleep: Sleep
  /** In [0, 1). */
  random: () => number
  recall: Recall
}

/**
 * Asks step by step for what a real workspace needs, checks each answer as it comes, and writes `.env` and the first subscription at
 * the very end. Resolves with the exit code: that of a stop where all is written, that of a fault where it ended early or cannot write (tried first),
 * that of unusable settings where what is there already is faulty. Rejects where a file that is there cannot be read.
 */
export async function runSetup(options: SetupOptions): Promise<number> {
  const dialogue = createDialogue(options.input, options.output)
  try {
    return await conduct(options, dialogue)
  } catch (error) {
    if (!(error instanceof SetupEnded)) throw error
    dialogue.say(
      'The setup ended before its last question: nothing was written. Start it again with: npm run setup',
    )
    return exitCodes.fault
  } finally {
    dialogue.close()
  }
}

async function conduct(options: SetupOptions, dialogue: Dialogue): Promise<number> {
  const { environment, files, now } = options
  const kept = await readKept(files)
  const written = { path: files.configuration, text: kept.configuration.text }
  const faults = [...kept.faults, ...standingFaults(environment, written)]
  if (faults.length > 0) {
    dialogue.say(putRightFirst(faults))
    return exitCodes.unusableSettings
  }
  const hindered = await hindrance(files, kept)
  if (hindered !== undefined) {
    dialogue.say(hindered)
    return exitCodes.fault
  }
  dialogue.say(welcome)
  const slack = createSlackCalls(apiUrlOf(environment), now)
  const findings = await interview({
    dialogue,
    listAlerts: createListAlerts(options),
    slack,
    environment,
    kept,
    recall: options.recall,
  })
  dialogue.interrupted.throwIfAborted()
  const saved = await save(findings, files, kept)
  dialogue.say(
    saved.kind === 'failed' ? saved.sentence : lastWords({ findings, files, saved, environment, kept }),
  )
  return saved.kind === 'failed' ? exitCodes.fault : exitCodes.stopped
}

/** Slack's own where the environment names no other, with a slash at its end. */
function apiUrlOf({ SLACK_API_URL }: Record<string, string | undefined>): string {
  return (SLACK_API_URL?.trim() || 'https://slack.com/api/').replace(/\/*$/, '/')
}
