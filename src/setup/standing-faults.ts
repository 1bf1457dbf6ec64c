import { readConfiguration } from '../settings/configuration.ts'
import { readEnvironment } from '../settings/environment.ts'

/** Sound values for what the setup is going to ask. */
const asked = {
  MENTIONS_API_URL: 'https://mentions.example',
  MENTIONS_API_TOKEN: 'token',
  SLACK_BOT_TOKEN: 'xoxb-token',
  SLACK_APP_TOKEN: 'xapp-token',
}

/** What is wrong before the setup has asked anything, and stays wrong whatever is answered: faults for people, one a line. */
export function standingFaults(
  environment: Record<string, string | undefined>,
  configuration: { path: string; text: string },
): string[] {
  const { faults } = readConfiguration(configuration.text)
  return [
    ...readEnvironment({ ...environment, ...asked }).faults,
    ...faults.map((fault) => `${configuration.path}, ${fault}`),
  ]
}
