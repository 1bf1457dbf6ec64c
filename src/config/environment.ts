import { z } from 'zod'

const url = z
  .string()
  .refine((text) => /^https?:$/.test(protocolOf(text)), 'expected an http or https address')
const port = z
  .string()
  .regex(/^\d+$/, 'expected a port number')
  .transform(Number)
  .refine((n) => n <= 65_535, 'expected a port of at most 65535')
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const environmentSchema = z
  .object({
    MENTIONS_API_URL: url.transform((text) => text.replace(/\/+$/, '').replace(/\/v1\.0$/, '')),
    MENTIONS_API_TOKEN: z.string(),
    SLACK_BOT_TOKEN: z.string().startsWith('xoxb-', 'expected a bot token (xoxb-…)'),
    SLACK_APP_TOKEN: z.string().startsWith('xapp-', 'expected an app-level token (xapp-…)').exactOptional(),
    SLACK_SIGNING_SECRET: z.string().exactOptional(),
    SLACK_API_URL: url.default('https://slack.com/api/').transform((text) => text.replace(/\/*$/, '/')),
    CONFIG_FILE: z.string().default('config/overheard.yaml'),
    DATA_DIR: z.string().default('./data'),
    DATABASE_URL: z
      .string()
      .regex(/^postgres(ql)?:\/\//, 'expected postgres://…')
      .exactOptional(),
    PORT: port.default(3000),
    HOST: z.string().default('127.0.0.1'),
    LOG_LEVEL: z.enum(logLevels, `expected one of ${logLevels.join(', ')}`).default('info'),
  })
  .refine((env) => env.SLACK_APP_TOKEN !== undefined || env.SLACK_SIGNING_SECRET !== undefined, {
    error: 'missing: set it for Socket Mode, or SLACK_SIGNING_SECRET for HTTP mode',
    path: ['SLACK_APP_TOKEN'],
    when: () => true,
  })

/** The environment, checked; the names are those of the variables. URLs come without trailing `/v1.0`, Slack's with a slash. */
export type Environment = z.output<typeof environmentSchema>

/** Either the environment or every fault, by variable name and without any value (a value may be a secret). */
type EnvironmentResult = { environment: Environment; faults: [] } | { faults: string[] }

/** Checks the environment variables, without the blanks and ends of lines around them; an empty one counts as missing. */
export function readEnvironment(variables: Record<string, string | undefined>): EnvironmentResult {
  const trimmed = Object.entries(variables).map(([name, value]) => [name, value?.trim()] as const)
  const set = Object.fromEntries(trimmed.filter(([, value]) => value))
  const parsed = environmentSchema.safeParse(set)
  if (parsed.success) return { environment: parsed.data, faults: [] }
  return { faults: parsed.error.issues.map((issue) => describeVariableIssue(issue, set)) }
}

function describeVariableIssue(issue: z.core.$ZodIssue, set: Record<string, unknown>): string {
  const variable = String(issue.path[0])
  return `${variable}: ${variable in set || issue.code === 'custom' ? issue.message : 'missing'}`
}

function protocolOf(text: string): string {
  return URL.canParse(text) ? new URL(text).protocol : ''
}
