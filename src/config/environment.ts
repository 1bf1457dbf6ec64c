import type { ProxySettings } from '@overheard/base/http'
import { z } from 'zod'
import { secretFileOf, secretFileProblem, secretNames } from '../kernel/secret-files.ts'
import { secretValues } from '../model/secret-values.ts'

const url = z
  .string()
  .refine((text) => /^https?:$/.test(protocolOf(text)), 'expected an http or https address')
const port = z
  .string()
  .regex(/^\d+$/, 'expected a port number')
  .transform(Number)
  .refine((n) => n <= 65_535, 'expected a port of at most 65535')
/** One token, or two while the first replaces the second. */
const token = z
  .string()
  .refine((text) => secretValues(text).length <= 2, 'expected one token, or two with a blank between them')
  .refine((text) => secretValues(text).every((one) => one.length >= 16), 'expected at least 16 characters')
  .exactOptional()
/** undici can use a SOCKS proxy, too, for requests to Slack and to a mention service. */
const proxy = z
  .string()
  .refine((text) => /^(https?|socks5?):$/.test(protocolOf(text)), 'expected an http or https address')
  .exactOptional()
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

export const environmentSchema = z
  .object({
    MENTIONS_API_URL: url
      .transform((text) => text.replace(/\/+$/, '').replace(/\/v1\.0$/, ''))
      .describe(
        'Base URL of the mention service, without `/v1.0`. Without it and with `listen` in the configuration file, the bot starts a mention service of its own.',
      ),
    MENTIONS_API_TOKEN: z
      .string()
      .describe('Access token of the mention service. Not needed if the bot starts its own.'),
    SLACK_BOT_TOKEN: z
      .string()
      .startsWith('xoxb-', 'expected a bot token (xoxb-…)')
      .describe('Bot token of the Slack app (`xoxb-…`).'),
    SLACK_APP_TOKEN: z
      .string()
      .startsWith('xapp-', 'expected an app-level token (xapp-…)')
      .exactOptional()
      .describe(
        'App-level token (`xapp-…`): Slack is reached by Socket Mode. Set this or SLACK_SIGNING_SECRET.',
      ),
    SLACK_SIGNING_SECRET: z
      .string()
      .exactOptional()
      .describe('HTTP mode instead: Slack sends its requests to `/slack/events` on `PORT`.'),
    SLACK_API_URL: url
      .default('https://slack.com/api/')
      .transform((text) => text.replace(/\/*$/, '/'))
      .describe("Address of Slack's Web API."),
    CONFIG_FILE: z.string().default('config/overheard.yaml').describe('The configuration file (YAML).'),
    DATA_DIR: z
      .string()
      .default('./data')
      .describe('Folder of the stored files. One process works on a folder; others are refused.'),
    DATABASE_URL: z
      .string()
      .regex(/^postgres(ql)?:\/\//, 'expected postgres://…')
      .exactOptional()
      .describe('PostgreSQL (15 or later) instead of the folder, for any number of processes.'),
    PORT: port
      .default(3000)
      .describe(
        'Port of `/healthz`, `/readyz`, `/status`, `/metrics`, `/mcp` and, in HTTP mode, of Slack. 0: any free port.',
      ),
    HOST: z.string().default('127.0.0.1').describe('Address that the port is opened on.'),
    STATUS_TOKEN: token.describe(
      'Token for `/status` and `/metrics` (or two, with a blank between them), wanted from everybody once it is set. Without it, they answer only requests of this machine, and nobody in HTTP mode, with MCP, or if HOST is not a loopback address.',
    ),
    MCP_TOKEN: token.describe(
      'Serves `/mcp` on `PORT` for AI assistants that send this token, or one of two (docs/run/assistants.md). They do not see private alerts.',
    ),
    MCP_PRIVATE_TOKEN: token.describe(
      'A second token for `/mcp`. Assistants that send it also see the alerts under `private`.',
    ),
    HTTPS_PROXY: proxy.describe(
      'Proxy for https addresses of the mention service and of Slack, and for its websocket.',
    ),
    HTTP_PROXY: proxy.describe('Proxy for http addresses.'),
    NO_PROXY: z
      .string()
      .exactOptional()
      .describe(
        'Hosts that are reached without a proxy, separated by commas (`internal.example, 10.0.0.5`).',
      ),
    LOG_LEVEL: z
      .enum(logLevels, `expected one of ${logLevels.join(', ')}`)
      .default('info')
      .describe(
        'Log level of pino; the log is JSON lines on stdout, or readable lines if stdout is a terminal.',
      ),
  })
  .refine((env) => env.SLACK_APP_TOKEN !== undefined || env.SLACK_SIGNING_SECRET !== undefined, {
    error: 'missing: set it for Socket Mode, or SLACK_SIGNING_SECRET for HTTP mode',
    path: ['SLACK_APP_TOKEN'],
    when: () => true,
  })
  .refine(({ MCP_TOKEN = '', MCP_PRIVATE_TOKEN = '' }) => haveNothingInCommon(MCP_TOKEN, MCP_PRIVATE_TOKEN), {
    error: 'expected another token than MCP_TOKEN',
    path: ['MCP_PRIVATE_TOKEN'],
    when: () => true,
  })

function haveNothingInCommon(one: string, other: string): boolean {
  return !secretValues(one).some((token) => secretValues(other).includes(token))
}

/** MENTIONS_API_URL has no trailing `/v1.0`; SLACK_API_URL ends with a slash. */
export type Environment = z.output<typeof environmentSchema>

const proxyNames = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY'] as const

/**
 * Gives the proxy variables that are not set the values of their lower-case names, because other programs use those. So whoever checks, hides or uses
 * them knows one name.
 */
export function withProxyNames(
  variables: Record<string, string | undefined>,
): Record<string, string | undefined> {
  const lacks = (name: string) => !variables[name]?.trim() && !variables[secretFileOf(name)]?.trim()
  const found = proxyNames.flatMap((name) => {
    const value = variables[name.toLowerCase()]
    return value?.trim() && lacks(name) ? [[name, value] as const] : []
  })
  return { ...variables, ...Object.fromEntries(found) }
}

type ProxyVariables = { [Name in (typeof proxyNames)[number]]?: string | undefined }

export const proxySettings = ({
  HTTP_PROXY: http = '',
  HTTPS_PROXY: https = '',
  NO_PROXY: none = '',
}: ProxyVariables): ProxySettings => ({
  httpProxy: http.trim(),
  httpsProxy: https.trim(),
  noProxy: none.trim(),
})

type EnvironmentResult =
  | { environment: Environment; errors: [] }
  /** `mayPass`: every error is that of a file which the system could not read for a moment. */
  | { errors: string[]; mayPass?: boolean }

/**
 * Checks the environment variables. White space around a value is removed; an empty value counts as missing. An error names the variable,
 * but never contains its value, which may be a secret.
 */
export function readEnvironment(variables: Record<string, string | undefined>): EnvironmentResult {
  const trimmed = Object.entries(variables).map(([name, value]) => [name, value?.trim()] as const)
  const set = Object.fromEntries(trimmed.filter(([, value]) => value))
  const fileErrors = secretNames.flatMap((name) => {
    const found = secretFileProblem(variables, name)
    return found === undefined ? [] : [{ ...found, what: `${name}_FILE: ${found.problem}` }]
  })
  const parsed = environmentSchema.safeParse(set)
  if (parsed.success && fileErrors.length === 0) return { environment: parsed.data, errors: [] }
  const hasFile = (issue: z.core.$ZodIssue) => `${String(issue.path[0])}_FILE` in set
  const issues = (parsed.error?.issues ?? []).filter((issue) => !hasFile(issue))
  return {
    errors: [
      ...fileErrors.map(({ what }) => what),
      ...issues.map((issue) => describeVariableIssue(issue, set)),
    ],
    mayPass: issues.length === 0 && fileErrors.every((error) => error.mayPass),
  }
}

function describeVariableIssue(issue: z.core.$ZodIssue, set: Record<string, unknown>): string {
  const variable = String(issue.path[0])
  return `${variable}: ${variable in set || issue.code === 'custom' ? issue.message : 'missing'}`
}

function protocolOf(text: string): string {
  return URL.canParse(text) ? new URL(text).protocol : ''
}
