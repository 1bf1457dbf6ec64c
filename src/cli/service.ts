import { readManifest, runSlack } from '../../packages/slack-on-your-desk/src/index.ts'
import { machineTimer } from '../../sandbox/machine-timer.ts'
import { DataFileError } from '../../sandbox/mention-service/data-file.ts'
import { runService } from '../../sandbox/mention-service/run-service.ts'
import { describeFileError } from '../model/file-errors.ts'
import { exitCodes, waitForSignal } from './shutdown.ts'

/** Runs only the embedded mention service, until a signal. */
export async function service(options: { port: number; data?: string; token?: string }): Promise<number> {
  const asked = waitForSignal()
  const running = await start({
    ...options,
    print: (line) => void process.stdout.write(`${line}\n`),
    now: Date.now,
    setTimer: machineTimer,
  })
  await asked
  await running.close()
  return exitCodes.stopped
}

/** Runs only the embedded Slack workspace, until a signal. */
export async function slack(options: {
  port: number
  requestUrl?: string
  manifest?: string
}): Promise<number> {
  const { manifest, ...rest } = options
  const asked = waitForSignal()
  const running = await runSlack({
    ...rest,
    ...(manifest !== undefined && { manifest: readAppManifest(manifest) }),
    print: (line) => void process.stdout.write(`${line}\n`),
    now: Date.now,
  })
  await asked
  await running.close()
  return exitCodes.stopped
}

function readAppManifest(file: string): unknown {
  try {
    return readManifest(file)
  } catch (error) {
    throw new Error(`--manifest ${file}: ${describeFileError(error) ?? String(error)}`)
  }
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
