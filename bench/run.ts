// The entry of `npm run bench -- <name>`.

/** Prints what it finds, and answers whether every budget was met. */
type Benchmark = (signal: AbortSignal) => Promise<boolean>;

const benchmarks: Record<string, { about: string; open: () => Promise<Benchmark> }> = {
  api: {
    about:
      'the API on SQLite: against a bare Fastify route, its growth from 10 to 10,000 apps, its idle memory',
    open: async () => (await import('./api.ts')).benchApi,
  },
};

process.exitCode = await run(process.argv[2]);

/** Answers with the exit code: 0, 1 for a missed budget, 2 for a benchmark that is not known, 130 when interrupted. */
async function run(name: string | undefined): Promise<number> {
  if (name === undefined || !Object.hasOwn(benchmarks, name)) {
    if (name !== undefined) console.error(`bench: "${name}" is not a benchmark.\n`);
    console.log(`npm run bench -- <name>\n\n${list()}`);
    return name === undefined ? 0 : 2;
  }
  const interrupted = interruption();
  try {
    const bench = await benchmarks[name]!.open();
    return (await bench(interrupted)) ? 0 : 1;
  } catch (error) {
    if (!interrupted.aborted) throw error;
    console.error('bench: interrupted; everything it started is stopped.');
    return 130;
  }
}

function list(): string {
  return Object.entries(benchmarks)
    .map(([name, { about }]) => `  ${name.padEnd(10)} ${about}`)
    .join('\n');
}

function interruption(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => controller.abort());
  return controller.signal;
}
