import { parseArgs } from 'node:util'
import { variables } from '../settings.ts'
import { startDemo } from './demo.ts'
import { exitCodes, longestStop, waitForSignal } from './exit-codes.ts'
import { portOption } from './port-option.ts'

/** Where the page is served, unless told otherwise or taken. */
const usualPort = 4280

/** `npm run demo [-- --service real] [--port N] [--keep FOLDER]`: the whole world until Ctrl-C. */
export async function demo(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      service: { type: 'string', default: 'embedded' },
      port: { type: 'string', default: String(usualPort) },
      keep: { type: 'string' },
    },
  })
  const { service, port, keep } = values
  if (service !== 'embedded' && service !== 'real') throw new Error("--service is 'embedded' or 'real'.")
  const print = (line: string) => void process.stdout.write(`${line}\n`)
  const asked = waitForSignal()
  const running = await startDemo({
    service,
    port: portOption(port),
    ...(keep === undefined ? {} : { keep }),
    variables,
    print,
  })
  print(
    `\n  Overheard is running at ${running.url}\n  Mentions keep arriving; the levers of the page show what it withstands. Ctrl-C ends everything.\n`,
  )
  await asked
  setTimeout(() => process.exit(exitCodes.stopped), longestStop).unref()
  await running.stop()
  return exitCodes.stopped
}
