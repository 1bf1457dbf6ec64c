import { createInterface } from 'node:readline'
import { createRuntime } from '@overheard/base/runtime'
import { type FolderLock, lockFolder } from '../../../src/store/file/folder-lock.ts'

/**
 * A small process that tries to own a folder: `node test/tools/e2e/contender.ts FOLDER [UID]`. It prints "ready" and then obeys lines:
 * `take` (prints "owner", or the reason), `holds` (prints whether it still owns the folder), `try N` (prints how many of N tries were
 * refused), `release`.
 */

const [folder = '', uid] = process.argv.slice(2)
// After everything is loaded, because the other user may not be able to read this program's folder.
if (uid !== undefined) {
  process.setgid?.(Number(uid))
  process.setuid?.(Number(uid))
}
const say = (line: string) => void process.stdout.write(`${line}\n`)
const { now, setTimer } = createRuntime()
const take = () => lockFolder(folder, { now, setTimer, warn: () => undefined })
let lock: FolderLock | undefined

const reasonOf = (error: unknown) =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error)

async function obey(line: string): Promise<string> {
  const [order, count] = line.split(' ')
  if (order === 'try') return tries(Number(count))
  if (order === 'holds') return String(lock?.ownsFolder())
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
