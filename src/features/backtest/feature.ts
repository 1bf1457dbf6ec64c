import { defineFeature } from '../../kernel/feature.ts'

const mostDays = 90

function problemOfDays(written: string): string | undefined {
  const days = Number(written)
  const isUsable = Number.isInteger(days) && days >= 1 && days <= mostDays
  return isUsable ? undefined : `It must be a whole number from 1 to ${mostDays}.`
}

/** A command shows what the configuration would have posted in the last days. */
export const backtesting = defineFeature({
  name: 'backtest',
  keys: { file: {}, subscription: {} },
  commands: [
    {
      name: 'backtest',
      description: 'show what the configuration would have posted in the last days',
      options: [
        {
          flags: '--days <number>',
          description: `from 1 to ${mostDays} (default: 7)`,
          problemOf: problemOfDays,
        },
        { flags: '--config <file>', description: 'another configuration file' },
        { flags: '--compare <file>', description: 'a configuration file to compare with' },
        {
          flags: '--no-spikes',
          description: 'leave out the spikes of the last 30 days, which need the mentions of 60 days',
        },
        { flags: '--json', description: 'print the report as JSON' },
      ],
      run: async (options, tools) => (await import('./backtest.ts')).backtest(options, tools),
    },
  ],
  uses: () => undefined,
  create: () => undefined,
})
