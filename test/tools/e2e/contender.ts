import { createInterface } from 'node:readline'
import { createRuntime } from '../../../src/async/runtime.ts'
import { type FolderLock, lockFolder } from '../../../src/store/file/folder-lock.ts'

/**
 * A small real process that wants a folder, for tests: `node test/tools/e2e/contender.ts FOLDER [UID]`. It says "ready", then obeys lines:
 * `take` (it says "owner", or why not), `holds` (it says whether it still owns the folder), `try N` (it says how often of N times it was refused), `release`.
 */

const [folder = '', uid] = process.argv.slice(2)
// Only now, when everything is loaded: another user may not read the place where this program lies.
if (uid !== undefined) {
  process.setgid?.(Number(uid))
  process.setuid?.(Number(uid))
}
const say = (line: string) => void process.stdout.write(`${line}\n`)
const { now, setTimer } = createRuntime()
const take = () => lockFolder(folder, { now, setTimer, tell: () => undefined })
let lock: FolderLock | undefined

const reasonOf = (error: unknown) =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error)

async function obey(line: string): Promise<string> {
  const [order, count] = line.split(' ')
  if (order === 'try') return tries(Number(count))
  if (order === 'holds') return String(lock?.holds())
  if (order === 'release') {
    await lock?.release()
    return 'released'
  }
  try {
    lock = await take()
    return 'owner'
  } catch (error) {
    return reasonOf(error)
  }
}

async function tries(count: number): Promise<string> {
  let refused = 0
  for (let one = 0; one < count; one++) {
    const error = await take().catch((error: unknown) => error)
    if (error instanceof Error && error.name === 'FolderTakenError') refused++
  }
  return String(refused)
}

say('ready')
for await (const line of createInterface(process.stdin)) say(await obey(line))
