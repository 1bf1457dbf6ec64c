import { execFile } from 'node:child_process'
import { program, type World } from './bot-world.ts'

export type Ended = { code: number; said: string; complained: string }

/** Runs a command beside the bot of a world, with the bot's environment. */
export function runCommand(world: World, ...args: string[]): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], { env: world.environment }, (error, said, complained) =>
      resolve({ code: Number(error?.code ?? 0), said, complained }),
    )
  })
}
