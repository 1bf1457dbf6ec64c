/** HTTP status and words of each error code, as the public deployment documents them. */
const refusals = {
  1: { status: 404, message: 'No such method' },
  10: { status: 503, message: 'System is busy' },
  11: { status: 403, message: 'Too many requests for this access token' },
  12: { status: 403, message: 'Too many requests from this IP address' },
  20: { status: 401, message: 'Missing or wrong access token' },
  21: { status: 401, message: 'Account has expired' },
  22: { status: 401, message: 'Account has been deleted' },
  23: { status: 401, message: 'The plan does not include access to this interface' },
  30: { status: 404, message: 'Alert not found' },
  40: { status: 400, message: 'A parameter is missing or invalid' },
  41: { status: 400, message: 'Statistics are not available for leads alerts' },
  50: { status: 503, message: 'Temporarily unavailable' },
  51: { status: 503, message: 'Account could not be found' },
  52: { status: 503, message: 'Network error' },
  53: { status: 503, message: 'Time-out' },
  54: { status: 500, message: 'Unexpected error' },
} as const

type RefusalCode = keyof typeof refusals

/** A request that is answered with an error body. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: RefusalCode
  readonly status: number
  constructor(code: RefusalCode, message: string = refusals[code].message) {
    super(message)
    this.code = code
    this.status = refusals[code].status
  }
}

/** Code 40, naming the parameter in quotes. */
export function invalidParameter(name: string): Refusal {
  return new Refusal(40, `Parameter "${name}" is missing or invalid`)
}

/** The one form of an error body. */
export function errorBody(code: number, message: string): { error: { code: number; message: string } } {
  return { error: { code, message } }
}
