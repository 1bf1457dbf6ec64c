import { readConfiguration } from '../settings/configuration.ts'
import { readEnvironment } from '../settings/environment.ts'
import { placeholderVariables } from '../settings/settings-seen.ts'

/** What is wrong before the setup has asked anything, and stays wrong whatever is answered: faults for people, one a line. */
export function findExistingErrors(
  environment: Record<string, string | undefined>,
  configuration: { path: string; text: string },
): string[] {
  const { faults } = readConfiguration(configuration.text)
  return [
    ...readEnvironment({ ...environment, ...placeholderVariables }).faults,
    ...faults.map((fault) => `${configuration.path}, ${fault}`),
  ]
}
