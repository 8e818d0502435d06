import { useCallback, useState } from 'react';
import type { ConnectionTest, ConnectionTestBody } from '../../../contracts/admin/settings';
import { useTestBridgeConnectionMutation } from '../api/settings-api';
import { useFieldWords } from '../hooks/use-field-words';
import { useReportError } from '../hooks/use-report-error';

interface TestOutcome {
  result: ConnectionTest;
  /** The tested values, to check whether the result still applies to the form. */
  body: ConnectionTestBody;
}

export interface ConnectionTesting {
  isTesting: boolean;
  /** Returns the server's field errors if it could not run the test. */
  run: (body: ConnectionTestBody) => Promise<Record<string, string>>;
  /** The result for exactly these values; null when they were not tested. */
  resultFor: (body: ConnectionTestBody) => ConnectionTest | null;
}

interface TestState {
  isTesting: boolean;
  outcome: TestOutcome | null;
}

/** Runs the connection test and keeps its last result. */
export function useConnectionTest(): ConnectionTesting {
  const [test] = useTestBridgeConnectionMutation();
  // Both at once: a test that has ended without a result yet would look like one that never began.
  const [{ isTesting, outcome }, setState] = useState<TestState>({ isTesting: false, outcome: null });
  const reportError = useReportError();
  const fieldWords = useFieldWords();

  const run = useCallback(
    async (body: ConnectionTestBody) => {
      setState({ isTesting: true, outcome: null });
      try {
        const result = await test(body).unwrap();
        setState({ isTesting: false, outcome: { body, result } });
        return {};
      } catch (error) {
        setState({ isTesting: false, outcome: null });
        reportError(error);
        return fieldWords(error);
      }
    },
    [fieldWords, reportError, test],
  );
  const resultFor = useCallback(
    (body: ConnectionTestBody) => (outcome !== null && isSameTest(outcome.body, body) ? outcome.result : null),
    [outcome],
  );
  return { isTesting, run, resultFor };
}

function isSameTest(one: ConnectionTestBody, other: ConnectionTestBody): boolean {
  return one.storeHash === other.storeHash && one.accessToken === other.accessToken && one.apiUrl === other.apiUrl;
}
