import { createHash } from 'node:crypto'

const rounds = 400_000

/** Returns the CPU time of a loop that never changes, in ms: absolute figures of two runs can be compared by it. */
export function calibrationMs(): number {
  const before = process.cpuUsage()
  let text = ''
  for (let round = 0; round < rounds; round++)
    text = createHash('sha256').update(`${text}${round}`).digest('hex')
  const { user, system } = process.cpuUsage(before)
  return Math.round((user + system) / 1000)
}
