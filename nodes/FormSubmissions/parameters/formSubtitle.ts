import { ALL_FORMS } from './form';

/**
 * Returns an n8n expression, without its braces, for what the canvas shows below a node: the name
 * stored with the form chosen from the list, or else the form's ID. If neither is known, it is a
 * short text. `$parameter` itself returns only the value of a resource locator, so the name is
 * taken from its `toJSON`.
 */
export function formSubtitle(options: { required: boolean }): string {
	const nothing = JSON.stringify(options.required ? NO_FORM : ALL_FORMS);
	return `((form, value) => {
		if (typeof value === "string" && value.startsWith("=")) return "Form from an expression";
		if (form?.mode === "list") return form.cachedResultName || value || ${nothing};
		return value || "${NO_FORM}";
	})($parameter.toJSON().formId, $rawParameter["formId"])`;
}

const NO_FORM = 'No form chosen';
