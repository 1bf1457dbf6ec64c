import { parseArgs } from 'node:util'
import { machineTimer } from '../../sandbox/machine-timer.ts'
import { DataFileError } from '../../sandbox/mention-service/data-file.ts'
import { runService } from '../../sandbox/mention-service/run-service.ts'
import { runSlack } from '../../sandbox/slack/run-slack.ts'
import { describeFileError } from '../config/file-errors.ts'
import { portOption } from './output.ts'
import { exitCodes, waitForSignal } from './shutdown.ts'

/** Runs only the embedded mention service, until a signal. */
export async function service(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      port: { type: 'string', default: '4281' },
      data: { type: 'string' },
      token: { type: 'string' },
    },
  })
  const { port, data, token } = values
  const asked = waitForSignal()
  const running = await start({
    port: portOption(port),
    ...(data === undefined ? {} : { data }),
    ...(token === undefined ? {} : { token }),
    print: (line) => void process.stdout.write(`${line}\n`),
    now: Date.now,
    setTimer: machineTimer,
  })
  await asked
  await running.close()
  return exitCodes.stopped
}

/** Runs only the embedded Slack workspace, until a signal. */
export async function slack(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: { port: { type: 'string', default: '4282' }, 'request-url': { type: 'string' } },
  })
  const requestUrl = values['request-url']
  if (requestUrl !== undefined && !URL.canParse(requestUrl))
    throw new Error('--request-url must be an address, such as http://127.0.0.1:3000/slack/events.')
  const asked = waitForSignal()
  const running = await runSlack({
    port: portOption(values.port),
    ...(requestUrl === undefined ? {} : { requestUrl }),
    print: (line) => void process.stdout.write(`${line}\n`),
    now: Date.now,
  })
  await asked
  await running.close()
  return exitCodes.stopped
}

async function start(order: Parameters<typeof runService>[0]): ReturnType<typeof runService> {
  try {
    return await runService(order)
  } catch (error) {
    const fault =
      error instanceof DataFileError
        ? `\n  ${error.message.replaceAll('\n', '\n  ')}`
        : describeFileError(error)
    if (order.data === undefined || fault === undefined) throw error
    throw new Error(`--data ${order.data}: ${fault.trimEnd()}`)
  }
}
