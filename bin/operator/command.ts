/** The command was not written as it has to be: its usage is told with it. */
export class UsageError extends Error {}

/** Runs an operator's command. Ends with 1 where it failed, with 2 where it could not be understood. */
export function runCommand(main: () => Promise<void>, usage: string): void {
  if (process.argv.slice(2).some((argument) => argument === '--help' || argument === '-h')) {
    console.log(usage);
    return;
  }
  main().catch((error: unknown) => {
    if (error instanceof UsageError) console.error(`${error.message}\n${usage}`);
    else console.error(error instanceof Error ? error.message : error);
    process.exitCode = error instanceof UsageError ? 2 : 1;
  });
}

/** What the command line says, by `parse`, which throws where it can't say that. */
export function understood<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
