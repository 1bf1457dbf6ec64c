import { openSync, writeSync } from 'node:fs'
import { start } from '../../../src/cli/start.ts'
import { createRecorder } from '../../proof/record.ts'

/** `start` as `src/main.ts` runs it, in a process that writes its effects to the file EFFECTS. PLACE is the number of the process among several. */

const { EFFECTS = '', PLACE = '0' } = process.env
const file = openSync(EFFECTS, 'a')
const recorder = createRecorder(
  `${PLACE} ${process.pid}`,
  (line) => void writeSync(file, `${JSON.stringify(line)}\n`),
  () => performance.now(),
)
process.exit(await start(recorder))
