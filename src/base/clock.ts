/** Tests bring their own, to make a token old without waiting. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** UTC, ISO 8601 with milliseconds: how a time looks on the wire and in the database. */
export function timestamp(clock: Clock): string {
  return clock.now().toISOString();
}

export function secondsFrom(clock: Clock, seconds: number): string {
  return new Date(clock.now().getTime() + seconds * 1000).toISOString();
}
