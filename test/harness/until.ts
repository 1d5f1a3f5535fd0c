/** Waits for a condition, with a limit: resolves with what `attempt` returns once it neither throws nor is falsy. */
export async function until<T>(
  what: string,
  attempt: () => T | Promise<T>,
  limitMs = 20_000,
): Promise<NonNullable<T>> {
  const end = Date.now() + limitMs;
  let problem: unknown = 'it was not so';
  for (;;) {
    try {
      const result = await attempt();
      if (result !== undefined && result !== null && result !== false) return result;
      if (result === undefined) return result as NonNullable<T>;
    } catch (error) {
      problem = error;
    }
    if (Date.now() > end) throw new Error(`waited in vain: ${what}`, { cause: problem });
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
