import { setTimeout as wait } from 'node:timers/promises'
import { configurationPath, givenVariables, variables } from '../../config/settings.ts'
import { shippedFile } from '../../model/shipped-file.ts'
import { lookUpChannelName } from '../channel-name.ts'
import { runSetup } from './setup-wizard.ts'

export async function setup(): Promise<number> {
  const DATABASE_URL = variables.DATABASE_URL?.trim() || undefined
  const DATA_DIR = variables.DATA_DIR?.trim() || './data'
  return runSetup({
    input: process.stdin,
    output: process.stdout,
    environment: variables,
    given: givenVariables,
    files: {
      env: '.env',
      configuration: configurationPath(variables),
      example: shippedFile('overheard.example.yaml'),
    },
    now: Date.now,
    recall: lookUpChannelName({ DATABASE_URL, DATA_DIR }),
    sleep: (ms, signal) => wait(ms, undefined, signal === undefined ? {} : { signal }),
  })
}
