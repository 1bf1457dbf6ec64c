import { exitCodes } from '../app/exit-codes.ts'
import type { Now, Sleep } from '../mentions/ports.ts'
import {
  createDialogue,
  type Dialogue,
  type DialogueInput,
  type DialogueOutput,
  SetupCancelled,
} from './dialogue.ts'
import { askAllQuestions } from './interview.ts'
import { readExistingFiles, type SetupFiles } from './kept.ts'
import { createListAlerts } from './list-alerts.ts'
import { checkWritable, saveAnswers } from './save.ts'
import { createSlackCalls } from './slack-calls.ts'
import { findExistingErrors } from './standing-faults.ts'
import type { RecallChannel } from './subscription-step.ts'
import { finalText, fixFirstText, welcomeText } from './words.ts'

/** What the setup is given. */
type SetupOptions = {
  input: DialogueInput
  output: DialogueOutput
  /** The variables of the process, those of `.env` included. */
  environment: Record<string, string | undefined>
  /** Where the results go. */
  files: SetupFiles
  now: Now
  sleep: Sleep
  /** In [0, 1). */
  random: () => number
  recall: RecallChannel
}

/**
 * Asks step by step for what a real workspace needs, checks each answer as it comes, and writes `.env` and the first subscription at
 * the very end. Resolves with the exit code: that of a stop where all is written, that of a fault where it ended early or cannot write (tried first),
 * that of unusable settings where what is there already is faulty. Rejects where a file that is there cannot be read.
 */
export async function runSetup(options: SetupOptions): Promise<number> {
  const dialogue = createDialogue(options.input, options.output)
  try {
    return await runSteps(options, dialogue)
  } catch (error) {
    if (!(error instanceof SetupCancelled)) throw error
    dialogue.say(
      'The setup ended before its last question: nothing was written. Start it again with: npm run setup',
    )
    return exitCodes.fault
  } finally {
    dialogue.close()
  }
}

async function runSteps(options: SetupOptions, dialogue: Dialogue): Promise<number> {
  const { environment, files, now } = options
  const kept = await readExistingFiles(files)
  const written = { path: files.configuration, text: kept.configuration.text }
  const faults = [...kept.faults, ...findExistingErrors(environment, written)]
  if (faults.length > 0) {
    dialogue.say(fixFirstText(faults))
    return exitCodes.unusableSettings
  }
  const hindered = await checkWritable(files, kept)
  if (hindered !== undefined) {
    dialogue.say(hindered)
    return exitCodes.fault
  }
  dialogue.say(welcomeText)
  const slack = createSlackCalls(apiUrlOf(environment), now)
  const findings = await askAllQuestions({
    dialogue,
    listAlerts: createListAlerts(options),
    slack,
    environment,
    kept,
    recall: options.recall,
  })
  dialogue.interrupted.throwIfAborted()
  const saved = await saveAnswers(findings, files, kept)
  dialogue.say(
    saved.kind === 'failed' ? saved.sentence : finalText({ findings, files, saved, environment, kept }),
  )
  return saved.kind === 'failed' ? exitCodes.fault : exitCodes.stopped
}

/** Slack's own where the environment names no other, with a slash at its end. */
function apiUrlOf({ SLACK_API_URL }: Record<string, string | undefined>): string {
  return (SLACK_API_URL?.trim() || 'https://slack.com/api/').replace(/\/*$/, '/')
}
